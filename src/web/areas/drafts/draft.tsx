import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import { type DraftOverview, getDraftOverview } from '../../../modules/drafts/drafts.ts';
import type { Draft } from '../../../modules/drafts/schema.ts';
import { PROFILE_FIELDS, type ProfileFieldName } from '../../../modules/extraction/proposal.ts';
import { draftPaths } from '../../paths.ts';
import { currentPage, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { ExternalLink } from '../../ui/elements.tsx';
import { ErrorSummary } from '../../ui/form.tsx';
import { fieldElementId, unitElementId } from '../../ui/form-values.ts';
import { fieldName, shortUrl } from '../../ui/format.tsx';
import { CompletenessMeter, draftName } from './draft-list.tsx';
import { DraftCompetitor } from './editor-competitor.tsx';
import { DraftField } from './editor-field.tsx';
import { AttributesSection, DraftLinks, DraftListSection, DraftSeo, DraftStory } from './editor-sections.tsx';
import { DRAFT_FORM_ID, type DraftFormState, draftFieldErrors, draftFormState } from './editor-state.tsx';
import { type DraftListing, ListingNotice } from './listing-notice.tsx';
import { DraftFailure, DraftProgressView, PagesRead, RobotsNotice } from './progress.tsx';

const partName = (field: string): string =>
  ({ faqs: t('Questions and answers'), socials: t('Social profiles'), 'story.title': t('Title of the founder story') })[field] ??
  fieldName(field);
const partLink = (field: string): string => `#${unitElementId(field in PROFILE_FIELDS ? `fields.${field}` : field)}`;

const PartLinks = ({ title, parts }: { title: string; parts: Draft['missing'] }) =>
  parts.length > 0 ? (
    <>
      <h3>{title}</h3>
      <ul>
        {parts.map(({ field }) => (
          <li>
            <a href={partLink(field)}>{partName(field)}</a>
          </li>
        ))}
      </ul>
    </>
  ) : null;

const MissingFields = ({ missing }: { missing: Draft['missing'] }) => {
  const required_fields = missing.filter(({ required }) => required);
  const optional_fields = missing.filter(({ required }) => !required);
  return (
    <details class="draft-missing open-wide" id="missing">
      <summary>
        {missing.length === 0 ? t('Nothing is missing') : `${t('{n, plural, one {# blank} other {# blanks}}', { n: missing.length })}`}
        {required_fields.length > 0 && <strong>{t(', {length} needed to submit', { length: required_fields.length })}</strong>}
      </summary>
      <PartLinks title={t('Required to submit')} parts={required_fields} />
      <PartLinks title={t('Recommended')} parts={optional_fields} />
    </details>
  );
};

const DraftSource = ({ draft }: { draft: Draft }) => (
  <details class="draft-source" id="source">
    <summary>{t('{n, plural, one {# page} other {# pages}} read', { n: draft.pages_read.length })}</summary>
    {draft.robots && (
      <div class="quiet">{rich('robots.txt: {robotsNotice}', { robotsNotice: <RobotsNotice robots={draft.robots} /> })}</div>
    )}
    <PagesRead pages={draft.pages_read} />
    {draft.drafter?.note && (
      <p class="quiet" dir="auto">
        {translateStored(draft.drafter.note)}
      </p>
    )}
  </details>
);

const SubmitButton = () => (
  <button class="button button-main" type="submit" form={DRAFT_FORM_ID} name="act" value="submit">
    {t('Save and submit')}
  </button>
);

const SubmitDraft = ({ draft }: { draft: Draft }) => {
  const required_fields = draft.missing.filter(({ required }) => required);
  return (
    <section class="draft-section draft-submit" id="submit" aria-labelledby="submit-title">
      <h2 id="submit-title">{t('Submit')}</h2>
      <p>
        {t(
          'This saves the profile as your listing. Nothing is published or charged yet: you choose how it launches in the next step. You can keep editing here.',
        )}
      </p>
      {required_fields.length > 0 && (
        <p class="quiet">
          {t('Still needed:')}{' '}
          {required_fields.map(({ field }, i) => (
            <>
              {i > 0 && ', '}
              <a href={partLink(field)}>{partName(field)}</a>
            </>
          ))}
          .
        </p>
      )}
      <SubmitButton />
    </section>
  );
};

/** The 18 profile fields, in the order of the listing page. */
const SECTIONS: { id: string; title: string; fields: ProfileFieldName[] }[] = texts([
  {
    id: 'product',
    title: msg('The product'),
    fields: ['name', 'tagline', 'short_description', 'description', 'logo_url', 'demo_video_url'],
  },
  { id: 'belongs', title: msg('Categories and tags'), fields: ['categories', 'tags', 'keywords', 'stage'] },
  { id: 'does', title: msg('What it does'), fields: ['features', 'usps'] },
  { id: 'costs', title: msg('Pricing'), fields: ['pricing_model', 'pricing_summary'] },
  { id: 'company', title: msg('The company'), fields: ['country', 'city', 'founded_year', 'contact_email'] },
]);

const DONE: Record<string, string> = texts({
  saved: msg('Saved.'),
  added: msg('Added.'),
  locked: msg('Locked.'),
  unlocked: msg('Unlocked.'),
  restored: msg('Original value restored.'),
  reading: msg('Saved. We’re reading your website again.'),
  submitted: msg('Submitted.'),
  logo: msg('Logo uploaded.'),
});

const SAVED_WITHOUT: Record<string, string> = texts({
  submit: msg('Saved, but not submitted'),
  logo: msg('Saved, but without the new logo'),
});

const SaveBar = ({ form_state: { draft, errors, message, is_saved }, done }: { form_state: DraftFormState; done: string | undefined }) => {
  const is_submitted = draft.status === 'submitted';
  const outcome = (is_saved && SAVED_WITHOUT[currentPage().form?.result.failed ?? '']) || t('Not saved');
  const failure =
    errors.length > 0
      ? t('{outcome}: {n, plural, one {# field} other {# fields}} to correct.', { outcome, n: errors.length })
      : message && `${outcome}.`;
  return (
    <div class="draft-bar">
      <CompletenessMeter completeness={draft.completeness} of={t('the profile')} />
      <p class={failure ? 'bar-says bar-wrong' : 'bar-says'} role="status" id="bar-says" data-saved={is_saved ? '' : undefined}>
        {failure || (done && DONE[done]) || ''}
      </p>
      <button class={is_submitted ? 'button button-main' : 'button'} type="submit" form={DRAFT_FORM_ID} name="act" value="save">
        {t('Save')}
      </button>
      <button class="button" type="submit" form={DRAFT_FORM_ID} name="act" value="preview">
        {t('Preview')}
      </button>
      {!is_submitted && <SubmitButton />}
    </div>
  );
};

/** The whole draft as one form; every button saves everything. */
const DraftEditor = ({ form_state, listing, done }: { form_state: DraftFormState; listing: DraftListing; done: string | undefined }) => {
  const { draft } = form_state;
  return (
    <div class="draft" id="draft-page">
      <header class="stack draft-head">
        <h1 dir="auto">{draftName(draft)}</h1>
        <p class="quiet">
          {rich('Drafted from {url}. What we didn’t find is blank. Select the label next to a value to see its source.', {
            url: <ExternalLink href={draft.url}>{shortUrl(draft.url)}</ExternalLink>,
          })}
        </p>
      </header>
      {draft.status === 'submitted' && <ListingNotice draft={draft} listing={listing} is_new={done === 'submitted'} />}
      <SaveBar form_state={form_state} done={done} />
      {(form_state.errors.length > 0 || form_state.message) && (
        <div class="draft-trouble">
          <ErrorSummary
            lines={draftFieldErrors(form_state).map(({ name, ...error }) => ({ id: fieldElementId(name), ...error }))}
            message={form_state.message}
          />
        </div>
      )}
      <div class="with-aside draft-columns">
        <aside class="draft-aside" aria-label={t('What’s missing and what we read')}>
          <MissingFields missing={draft.missing} />
          <DraftSource draft={draft} />
        </aside>
        <div class="draft-sections">
          <form id={DRAFT_FORM_ID} method="post" action={draftPaths.draft({ uuid: draft.id })} noValidate>
            <input type="hidden" name="seen" value={form_state.fingerprint || '-'} />
            {SECTIONS.map(({ id, title, fields }) => (
              <section class="draft-section" aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>{title}</h2>
                <div class="pairs draft-fields">
                  {fields.map((field) => (
                    <DraftField form_state={form_state} name={field} />
                  ))}
                </div>
              </section>
            ))}
            <AttributesSection form_state={form_state} />
            <DraftListSection form_state={form_state} list="faqs" />
            <DraftListSection form_state={form_state} list="founders" />
            <p class="actions draft-invite">
              <button class="button" type="submit" name="act" value="invite">
                {t('Invite a co-founder')}
              </button>
              <span class="quiet">{t('They get an email and write their own profile.')}</span>
            </p>
            <DraftLinks form_state={form_state} />
            <DraftStory form_state={form_state} />
            <DraftListSection form_state={form_state} list="milestones" />
            <DraftSeo form_state={form_state} />
            <DraftCompetitor form_state={form_state} />
          </form>
          {draft.status !== 'submitted' && <SubmitDraft draft={draft} />}
        </div>
      </div>
    </div>
  );
};

interface DraftData extends DraftOverview {
  categories: CategoryNode[];
  done: string | undefined;
}

export const load = async (ctx: Ctx, { uuid }: { uuid: string }, query: Query): Promise<DraftData> => {
  const [progress, categories] = await Promise.all([
    getDraftOverview(requireSignedIn(ctx), { id: uuid }),
    listCategories(ctx, { include_empty: true }),
  ]);
  return { ...progress, categories: toValue(categories).items, done: textParam(query.done) };
};

/** How often a page without JavaScript reloads while the site is being read. */
const REFRESH_SECONDS = 3;

const isInProgress = ({ status }: Draft): boolean => status === 'crawling' || status === 'drafting';

export const head = ({ draft }: DraftData): PageHead => ({
  title: isInProgress(draft) ? t('Reading {url}', { url: shortUrl(draft.url) }) : t('Draft of {draft}', { draft: draftName(draft) }),
  description: t('A profile with a source for every value.'),
  canonical: draftPaths.draft({ uuid: draft.id }),
  trail: [{ name: t('Your drafts'), href: draftPaths.drafts() }],
  index: false,
  island: 'draft.js',
  refresh: isInProgress(draft) ? REFRESH_SECONDS : undefined,
});

export const view = ({ draft, reading, listing, categories, suggestions, done }: DraftData) => {
  if (isInProgress(draft)) return <DraftProgressView draft={draft} reading={reading} />;
  if (draft.status === 'failed') return <DraftFailure draft={draft} />;
  return <DraftEditor form_state={draftFormState({ draft, categories, suggestions })} listing={listing} done={done} />;
};
