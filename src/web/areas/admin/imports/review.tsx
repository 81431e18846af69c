import type { ImportRow } from '../../../../modules/imports/queries.ts';
import type { ReviewedDraft } from '../../../../modules/imports/review.ts';
import { adminPaths, draftPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { Form } from '../../../ui/form.tsx';
import { pluralize } from '../../../ui/format.tsx';
import { AdminSection } from '../components.tsx';

interface Review {
  drafts: ReviewedDraft[];
  waiting: number;
}

const STATES: Record<ReviewedDraft['state'], string> = {
  reading: 'Reading the website',
  ready: 'Ready',
  failed: 'Couldn’t be read',
  publishing: 'Publishing',
};

/** Whether drafts are still being made or published, so that the page has to be refreshed. */
export const isReading = ({ status }: ImportRow, { drafts }: Review): boolean =>
  status === 'drafting' ||
  drafts.some(({ state }) => state === 'publishing') ||
  (drafts.length > 0 && drafts.every(({ state }) => state === 'reading'));

const Draft = ({ draft }: { draft: ReviewedDraft }) => {
  const { number, url, state, name, tagline, categories, quotes, completeness, is_own, draft_id, faults } = draft;
  const can_decide = state === 'ready' || state === 'failed';
  const title = name ?? url;
  return (
    <li class="import-draft">
      {can_decide && (
        <input type="checkbox" id={`row_${number}`} name={`row_${number}`} value="on" checked={state === 'ready' && faults.length === 0} />
      )}
      <div>
        <p class="office-title" dir="auto">
          <label for={can_decide ? `row_${number}` : undefined}>{title}</label> <span class="quiet">{STATES[state]}</span>
        </p>
        {tagline && <p dir="auto">{tagline}</p>}
        <p class="quiet" dir="auto">
          <bdi>{url}</bdi>
          {state === 'ready' && ` · ${[...categories.slice(0, 1), pluralize(quotes, 'quote'), `${completeness}% complete`].join(' · ')}`}
          {is_own && can_decide && (
            <>
              {' · '}
              <a href={draftPaths.draft({ uuid: draft_id })}>
                Edit<span class="unseen"> {title}</span>
              </a>
            </>
          )}
        </p>
        {faults.map(({ column, message }) => (
          <p class="field-error" dir="auto">
            {column ? `${column} ${message}` : message}
          </p>
        ))}
      </div>
    </li>
  );
};

/** The drafts of an import, to publish or to leave out. */
export const DraftReview = ({ row, review, context }: { row: ImportRow; review: Review; context: PageContext }) => (
  <AdminSection id="drafts" title="Drafts to review">
    <p role="status" data-watch={isReading(row, review) ? '' : undefined}>
      {pluralize(review.waiting, 'website')} to review.
      {review.waiting > review.drafts.length && ` The first ${review.drafts.length} are shown.`}
      {row.status === 'drafting' && ` ${row.done_rows} of ${row.rows} started.`}
    </p>
    {review.drafts.length > 0 && (
      <Form action={adminPaths.reviewDrafts({ id: row.id })} context={context} class="form">
        <ul class="rows rows-ruled">
          {review.drafts.map((draft) => (
            <Draft draft={draft} />
          ))}
        </ul>
        <div class="actions">
          <button class="button button-main" type="submit" name="review" value="publish">
            Publish selected
          </button>
          <button class="button" type="submit" name="review" value="leave_out">
            Leave out selected
          </button>
        </div>
      </Form>
    )}
  </AdminSection>
);
