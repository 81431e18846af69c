import { DRAFT_FIELDS } from '../../modules/drafts/fields.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import { counted, fieldName } from '../wording.ts';
import { PagesRead, RobotsSaid } from './draft-progress.tsx';
import { FORM } from './draft-sheet.ts';
import { placeOf } from './draft-values.ts';

const partName = (field: string): string => ({ faqs: 'Questions and answers', socials: 'Profiles elsewhere' })[field] ?? fieldName(field);
const partPlace = (field: string): string => `#${placeOf(field in DRAFT_FIELDS ? `fields.${field}` : field)}`;

/** What is not there, each with the way to it; what a submission needs comes first. */
export const Missing = ({ missing }: { missing: Draft['missing'] }) => {
  const needed = missing.filter(({ required }) => required);
  const rest = missing.filter(({ required }) => !required);
  return (
    <details class="draft-missing" id="missing">
      <summary>
        {missing.length === 0 ? 'Nothing is missing' : `${counted(missing.length, 'blank')}`}
        {needed.length > 0 && <strong>, {needed.length} needed to submit</strong>}
      </summary>
      {needed.length > 0 && (
        <>
          <h3>Needed to submit</h3>
          <ul>
            {needed.map(({ field }) => (
              <li>
                <a href={partPlace(field)}>{partName(field)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {rest.length > 0 && (
        <>
          <h3>Would help</h3>
          <ul>
            {rest.map(({ field }) => (
              <li>
                <a href={partPlace(field)}>{partName(field)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
};

/** What the draft was read from. */
export const Source = ({ draft }: { draft: Draft }) => (
  <details class="draft-source" id="source">
    <summary>{counted(draft.pages_read.length, 'page')} read</summary>
    {draft.robots && (
      <div class="quiet">
        robots.txt: <RobotsSaid robots={draft.robots} />
      </div>
    )}
    <PagesRead pages={draft.pages_read} />
    {draft.drafter?.note && (
      <p class="quiet" dir="auto">
        {draft.drafter.note}
      </p>
    )}
  </details>
);

/** The end of the way, and what happens then. */
export const Submit = ({ draft }: { draft: Draft }) => {
  const needed = draft.missing.filter(({ required }) => required);
  const again = draft.status === 'submitted';
  return (
    <section class="draft-section draft-submit" id="submit" aria-labelledby="submit-title">
      <h2 id="submit-title">{again ? 'Submitted' : 'Submit'}</h2>
      <p>
        {again
          ? 'It is saved as your listing, and what you save here is written there too. It is not public before you publish it.'
          : 'This saves the profile as your listing. Nothing is published and nothing is charged: publishing is a step of its own. You can go on editing here afterwards.'}
      </p>
      {needed.length > 0 && !again && (
        <p class="quiet">
          Still needed:{' '}
          {needed.map(({ field }, i) => (
            <>
              {i > 0 && ', '}
              <a href={partPlace(field)}>{partName(field)}</a>
            </>
          ))}
          .
        </p>
      )}
      {!again && (
        <button class="button button-main" type="submit" form={FORM} name="act" value="submit">
          Save and submit
        </button>
      )}
    </section>
  );
};
