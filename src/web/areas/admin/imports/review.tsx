import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { translateStored } from '../../../../kernel/language/stored.ts';
import { IMPORT_FIELDS } from '../../../../modules/imports/fields.ts';
import type { Fault } from '../../../../modules/imports/mapping.ts';
import type { ImportRow } from '../../../../modules/imports/queries.ts';
import type { DraftReview, ReviewedDraft } from '../../../../modules/imports/review.ts';
import { adminPaths, draftPaths } from '../../../paths.ts';
import type { SubmittedForm } from '../../../server/page.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { Form, InputField, submittedTo } from '../../../ui/form.tsx';
import { AdminSection } from '../components.tsx';

const STATES: Record<ReviewedDraft['state'], string> = texts({
  reading: msg('Reading the website'),
  ready: msg('Ready'),
  failed: msg('Couldn’t be read'),
  publishing: msg('Publishing'),
});

/** Whether drafts are still being made or published, so that the page has to be refreshed. */
export const isReading = ({ status }: ImportRow, { drafts }: DraftReview): boolean =>
  status === 'drafting' ||
  drafts.some(({ state }) => state === 'publishing') ||
  (drafts.length > 0 && drafts.every(({ state }) => state === 'reading'));

const CATEGORIES_ID = 'site-categories';

interface CategoryInputProps {
  form: SubmittedForm | undefined;
  name: string;
  label: string;
  about?: string;
  value?: string;
}

/** An existing category, or the name of a new one. */
const CategoryInput = ({ form, name, label, about, value }: CategoryInputProps) => (
  <InputField
    id={name}
    name={name}
    label={label}
    about={about && <HiddenName name={about} />}
    form={form}
    value={value}
    list={CATEGORIES_ID}
    maxlength={80}
  />
);

const describeFault = ({ column, message }: Fault): string => {
  if (column === 'categories') return t('Choose a category.');
  const field = column && (IMPORT_FIELDS[column]?.label ?? column);
  if (!field) return translateStored(message);
  return message === 'is required' ? t('{field} is missing. Choose “Edit” to add it.', { field }) : `${field} ${translateStored(message)}`;
};

const Draft = ({ draft, form }: { draft: ReviewedDraft; form: SubmittedForm | undefined }) => {
  const { number, url, state, name, tagline, category, quotes, completeness, is_own, draft_id, faults } = draft;
  const can_decide = state === 'ready' || state === 'failed';
  const title = name ?? url;
  return (
    <li class="import-draft">
      <span>
        {can_decide && <input type="checkbox" id={`row_${number}`} name={`row_${number}`} value="on" checked={state === 'ready'} />}
      </span>
      <div>
        <p class="office-title" dir="auto">
          <label for={can_decide ? `row_${number}` : undefined}>{title}</label> <span class="quiet">{STATES[state]}</span>
        </p>
        {tagline && <p dir="auto">{tagline}</p>}
        <p class="quiet" dir="auto">
          <bdi>{url}</bdi>
          {state === 'ready' && (
            <>
              {' · '}
              {t('{n, plural, one {# quote} other {# quotes}}', { n: quotes })}
              {' · '}
              {t('{percent}% complete', { percent: completeness })}
            </>
          )}
          {is_own && can_decide && (
            <>
              {' · '}
              <a href={draftPaths.draft({ uuid: draft_id })}>
                {t('Edit')}
                <span class="unseen"> {title}</span>
              </a>
            </>
          )}
        </p>
        {faults.map((fault) => (
          <p class="field-error" dir="auto">
            {describeFault(fault)}
          </p>
        ))}
      </div>
      <div>
        {state === 'ready' && (
          <>
            <CategoryInput form={form} name={`category_${number}`} label={t('Category')} about={title} value={category?.name} />
            {category?.is_new && <p class="quiet">{rich('{name} is a new category.', { name: <bdi>{category.name}</bdi> })}</p>}
          </>
        )}
      </div>
    </li>
  );
};

const countReady = ({ drafts }: DraftReview): number => drafts.filter(({ state }) => state === 'ready').length;

/** The drafts of an import, to publish or to leave out. */
export const DraftReviewForm = ({ row, review }: { row: ImportRow; review: DraftReview }) => (
  <AdminSection id="drafts" title={t('Drafts to review')}>
    <p role="status" data-watch={isReading(row, review) ? '' : undefined}>
      {t('{n, plural, one {# website} other {# websites}} to review.', { n: review.waiting })}{' '}
      {review.waiting > review.drafts.length && t('The first {count} are shown.', { count: review.drafts.length })}{' '}
      {row.status === 'drafting' && t('{done} of {all} started.', { done: row.done_rows, all: row.rows })}
    </p>
    {review.drafts.length > 0 && (
      <Form action={adminPaths.reviewDrafts({ id: row.id })} class="form import-form">
        <datalist id={CATEGORIES_ID}>
          {review.categories.map((name) => (
            <option value={name} />
          ))}
        </datalist>
        {countReady(review) > 0 && (
          <p>{t('Each listing needs a category. We suggest one from what the website says; choose another or type a new name.')}</p>
        )}
        <ul class="rows rows-ruled">
          {review.drafts.map((draft) => (
            <Draft draft={draft} form={submittedTo(adminPaths.reviewDrafts({ id: row.id }))} />
          ))}
        </ul>
        {review.drafts.some(({ state, category }) => state === 'ready' && !category) && (
          <CategoryInput
            form={submittedTo(adminPaths.reviewDrafts({ id: row.id }))}
            name="category"
            label={t('Category for those without one')}
          />
        )}
        <div class="actions">
          <button class="button button-main" type="submit" name="review" value="publish">
            {t('Publish selected')}
          </button>
          <button class="button" type="submit" name="review" value="leave_out">
            {t('Leave out selected')}
          </button>
        </div>
      </Form>
    )}
  </AdminSection>
);
