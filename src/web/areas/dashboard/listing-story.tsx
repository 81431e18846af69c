import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { STORY_SECTIONS } from '../../../modules/listings/schema.ts';
import { dashboardPaths, orderPaths } from '../../paths.ts';
import { HiddenName } from '../../ui/elements.tsx';
import { Field, Form, submittedTo } from '../../ui/form.tsx';
import { DayText, storyHeading } from '../../ui/format.tsx';
import { EditorTextField, editorFormState } from '../../ui/listing-editor/editor.tsx';
import { ownerPage } from './owner-page.tsx';

/** Tells the owner that a paid section is not public on the current plan. */
const SectionVisibility = ({ listing, section }: { listing: OwnListing; section: OwnListing['unlocked_sections'][number] }) =>
  listing.unlocked_sections.includes(section) ? null : (
    <p class="quiet">
      {rich('Saved, but not shown: your plan doesn’t include this section. <link>See your options</link>', {
        link: (text) => <a href={orderPaths.orderForm({ listing_id: listing.id })}>{text}</a>,
      })}
    </p>
  );

/** The owner's milestones, with forms to add and delete them. */
export const OwnMilestones = ({ listing }: { listing: OwnListing }) => {
  const form = { action: dashboardPaths.addMilestone({ listing_id: listing.id }) };
  return (
    <section class="block" id="milestones" aria-labelledby="milestones-heading">
      <h2 id="milestones-heading">{t('Milestones')}</h2>
      <SectionVisibility listing={listing} section="milestones" />
      {listing.milestones.length > 0 && (
        <ul class="rows rows-split">
          {listing.milestones.map(({ id, date, title }) => (
            <li>
              <div>
                <p dir="auto">{title}</p>
                <p class="quiet">
                  <DayText on={date} />
                </p>
              </div>
              <Form action={dashboardPaths.deleteMilestone({ listing_id: listing.id })} hidden={{ milestone_id: String(id) }}>
                <button class="button" type="submit">
                  {t('Delete')}
                  <HiddenName name={title} />
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <details class="draft-add" open={submittedTo(form.action) !== undefined}>
        <summary>{t('Add a milestone')}</summary>
        <Form {...form} class="form narrow" once>
          <Field {...form} name="date" label={t('Day')} type="day" required />
          <Field {...form} name="title" label={t('What happened')} required maxlength={200} />
          <Field {...form} name="description" label={t('Details')} rows={3} maxlength={2000} />
          <Field {...form} name="url" label={t('Link')} type="link" hint={t('An https link (optional)')} maxlength={500} />
          <button class="button" type="submit">
            {t('Add milestone')}
          </button>
        </Form>
      </details>
    </section>
  );
};

export const storyPage = ownerPage({
  path: dashboardPaths.story,
  tab: 'Story',
  load: async () => ({}),
  done: texts({ saved: msg('Story saved.') }),
  view({ listing }) {
    const action = dashboardPaths.story({ listing_id: listing.id });
    const stored = Object.fromEntries(Object.entries(listing.story ?? {}).map(([section, text]) => [section, text ?? '']));
    const form_state = editorFormState(action, stored);
    return (
      <section class="block block-first" aria-labelledby="story-heading">
        <h2 id="story-heading">{t('Founder story')}</h2>
        <p>{t('In your own words. Skip what you don’t want to tell.')}</p>
        <SectionVisibility listing={listing} section="story" />
        <Form action={action} class="form narrow">
          {STORY_SECTIONS.map((section) => (
            <EditorTextField
              form_state={form_state}
              name={section}
              label={storyHeading(section)}
              max_length={section === 'title' ? 200 : 8000}
              rows={section === 'title' ? 1 : 6}
            />
          ))}
          <button class="button button-main" type="submit">
            {t('Save story')}
          </button>
        </Form>
      </section>
    );
  },
});
