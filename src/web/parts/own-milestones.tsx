import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { Field, Form, sentTo } from './form.tsx';
import { OfWhat } from './of-what.tsx';
import { Day } from './time.tsx';

/** Whether strangers see a paid section, said to the owner. */
export const Shown = ({ listing, section }: { listing: OwnListing; section: OwnListing['unlocked_sections'][number] }) =>
  listing.unlocked_sections.includes(section) ? null : (
    <p class="quiet">
      Kept for you, and not shown: your plan does not include this section. <a href={to.orderForm(listing.id)}>What would open it</a>
    </p>
  );

/** The milestones of one's own listing, to add to and delete from. */
export const OwnMilestones = ({ listing, here }: { listing: OwnListing; here: Here }) => {
  const action = to.addMilestone(listing.id);
  return (
    <section class="block" id="milestones" aria-labelledby="milestones-heading">
      <h2 id="milestones-heading">Milestones</h2>
      <Shown listing={listing} section="milestones" />
      {listing.milestones.length > 0 && (
        <ul class="devices">
          {listing.milestones.map(({ id, date, title }) => (
            <li>
              <div>
                <p dir="auto">{title}</p>
                <p class="quiet">
                  <Day on={date} />
                </p>
              </div>
              <Form action={to.deleteMilestone(listing.id)} here={here} hidden={{ milestone_id: String(id) }}>
                <button class="button" type="submit">
                  Delete
                  <OfWhat name={title} />
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <details class="draft-add" open={sentTo(action, here) !== undefined}>
        <summary>Add a milestone</summary>
        <Form action={action} here={here} class="form own-form" once>
          <Field action={action} here={here} name="date" label="Day" type="day" required />
          <Field action={action} here={here} name="title" label="What happened" required maxlength={200} />
          <Field action={action} here={here} name="description" label="More about it" rows={3} maxlength={2000} />
          <Field action={action} here={here} name="url" label="Link" type="link" hint="An https link, if there is one." maxlength={500} />
          <button class="button" type="submit">
            Add the milestone
          </button>
        </Form>
      </details>
    </section>
  );
};
