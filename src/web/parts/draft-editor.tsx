import type { DraftFieldName } from '../../modules/drafts/fields.ts';
import { to } from '../addresses.ts';
import { counted, shortAddress } from '../wording.ts';
import { Missing, Source, Submit } from './draft-aside.tsx';
import { DraftCompetitor } from './draft-competitor.tsx';
import { DraftField } from './draft-field.tsx';
import { DraftFaqs, DraftFounders, DraftMilestones } from './draft-lists.tsx';
import { Meter } from './draft-meter.tsx';
import { DraftLinks, DraftSeo, DraftStory } from './draft-more.tsx';
import { FORM, type Sheet, troublesOf } from './draft-sheet.ts';
import { idOf } from './draft-values.ts';
import { Outward } from './outward.tsx';
import { Troubles } from './troubles.tsx';

/** The 18 fields in the order a reader of the listing meets them. */
const SECTIONS: { id: string; title: string; fields: DraftFieldName[] }[] = [
  { id: 'product', title: 'The product', fields: ['name', 'tagline', 'short_description', 'description', 'logo_url', 'demo_video_url'] },
  { id: 'belongs', title: 'Where it belongs', fields: ['categories', 'tags', 'keywords', 'stage'] },
  { id: 'does', title: 'What it does', fields: ['features', 'usps'] },
  { id: 'costs', title: 'Pricing', fields: ['pricing_model', 'pricing_summary'] },
  { id: 'company', title: 'The company', fields: ['country', 'city', 'founded_year', 'contact_email'] },
];

/** What was just done, said in the bar that is always in view. */
const DONE: Record<string, string> = {
  saved: 'Saved.',
  locked: 'Locked.',
  unlocked: 'Unlocked.',
  restored: 'The original is back.',
  reading: 'Saved. Your site is being read again.',
  submitted: 'Submitted.',
};

const Bar = ({ sheet: { draft, errors, message }, done }: { sheet: Sheet; done: string | undefined }) => {
  const wrong = errors.length > 0 ? `Not saved: ${counted(errors.length, 'thing')} to correct.` : message && 'Not saved.';
  return (
    <div class="draft-bar">
      <Meter completeness={draft.completeness} of="the profile" />
      <p class={wrong ? 'bar-says bar-wrong' : 'bar-says'} role="status" id="bar-says">
        {wrong || (done && DONE[done]) || ''}
      </p>
      <button class="button button-main" type="submit" form={FORM} name="act" value="save">
        Save
      </button>
      <button class="button" type="submit" form={FORM} name="act" value="preview">
        Preview
      </button>
    </div>
  );
};

/** The whole draft as one form: what was typed anywhere is saved by any of its buttons. */
export const DraftEditor = ({ sheet, done }: { sheet: Sheet; done: string | undefined }) => {
  const { draft } = sheet;
  const { value: name } = draft.fields.name;
  return (
    <div class="draft" id="draft-page">
      <header class="draft-head">
        <h1 dir="auto">{typeof name === 'string' ? name : shortAddress(draft.url)}</h1>
        <p class="quiet">
          Drafted from <Outward href={draft.url}>{shortAddress(draft.url)}</Outward>. What we did not find is blank; press a value’s mark to
          see where it was read.
        </p>
      </header>
      {draft.status === 'submitted' && (
        <div class="done" role={done === 'submitted' ? 'status' : undefined}>
          <p>
            <strong>Saved as your listing.</strong> It is not public yet. What you change and save here changes the listing too.
          </p>
          <p class="draft-next">
            {draft.listing_id !== null && (
              <a class="button button-main" href={to.freePlan(draft.listing_id)}>
                Choose how it launches
              </a>
            )}
            <a href={to.draftPreview(draft.id)}>See it as it will look</a>
          </p>
        </div>
      )}
      <Bar sheet={sheet} done={done} />
      {(sheet.errors.length > 0 || sheet.message) && (
        <div class="draft-trouble">
          <Troubles lines={troublesOf(sheet).map(({ name, ...trouble }) => ({ id: idOf(name), ...trouble }))} message={sheet.message} />
        </div>
      )}
      <div class="draft-columns">
        <aside class="draft-aside" aria-label="What is missing, and what was read">
          <Missing missing={draft.missing} />
          <Source draft={draft} />
        </aside>
        <div class="draft-sections">
          <form id={FORM} method="post" action={to.draft(draft.id)} noValidate>
            <input type="hidden" name="seen" value={sheet.seen || '-'} />
            {SECTIONS.map(({ id, title, fields }) => (
              <section class="draft-section" aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>{title}</h2>
                <div class="draft-fields">
                  {fields.map((field) => (
                    <DraftField sheet={sheet} name={field} />
                  ))}
                </div>
              </section>
            ))}
            <DraftFaqs sheet={sheet} />
            <DraftFounders sheet={sheet} />
            <p class="draft-invite">
              <button class="button" type="submit" name="act" value="invite">
                Invite a co-founder
              </button>
              <span class="quiet">They get a mail and write their own profile.</span>
            </p>
            <DraftLinks sheet={sheet} />
            <DraftStory sheet={sheet} />
            <DraftMilestones sheet={sheet} />
            <DraftSeo sheet={sheet} />
            <DraftCompetitor sheet={sheet} />
          </form>
          <Submit draft={draft} />
        </div>
      </div>
    </div>
  );
};
