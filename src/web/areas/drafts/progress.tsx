import type { ComponentChildren } from 'preact';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import type { Draft, DraftFailureReason } from '../../../modules/drafts/schema.ts';
import { draftPaths } from '../../paths.ts';
import { ExternalLink, Icon } from '../../ui/elements.tsx';
import { FormError } from '../../ui/form.tsx';
import { valuesFingerprint } from '../../ui/form-values.ts';
import { shortUrl } from '../../ui/format.tsx';
import { DraftInput } from './editor-field.tsx';
import { DRAFT_FORM_ID, draftFormState } from './editor-state.tsx';

export const RobotsNotice = ({ robots }: { robots: NonNullable<Draft['robots']> }) => (
  <>
    {!robots.found
      ? t('None found, so we may read everything.')
      : robots.allowed
        ? t('It allows us to read the website.')
        : t('It asks us not to read this website, so we don’t.')}
    {robots.rules.length > 0 && (
      <details class="robots-rules" id="robots-rules">
        <summary>{t('Its rules')}</summary>
        <pre dir="auto">{robots.rules.join('\n')}</pre>
      </details>
    )}
  </>
);

export const PagesRead = ({ pages }: { pages: Draft['pages_read'] }) => (
  <ol class="icon-list pages-read">
    {pages.map(({ url, status }) => (
      <li>
        <Icon name={status < 400 ? 'check' : 'blank'} size={16} />
        <span>
          <ExternalLink href={url}>{shortUrl(url)}</ExternalLink>
          {status >= 400 && <span class="quiet"> {t('returned {status}', { status })}</span>}
        </span>
      </li>
    ))}
  </ol>
);

/** The progress in one sentence, announced by screen readers when it changes. */
const describeProgress = ({ status, pages_read }: Draft, reading: string | null): string => {
  const pages = pages_read.length;
  if (status === 'drafting')
    return t('{n, plural, one {# page} other {# pages}} read. Now drafting your profile, with a quote for each value.', { n: pages });
  if (reading)
    return t('{n, plural, one {# page} other {# pages}} read so far. Reading {reading}.', { n: pages, reading: shortUrl(reading) });
  return pages > 0 ? t('{n, plural, one {# page} other {# pages}} read so far.', { n: pages }) : t('Checking robots.txt.');
};

type Step = 'waiting' | 'going' | 'done';

const STEP_LABELS: Record<Step, string> = texts({ waiting: msg('waiting'), going: msg('in progress'), done: msg('done') });

const StepHead = ({ title, step }: { title: string; step: Step }) => (
  <h2>
    <span class={`step step-${step}`}>{step === 'done' && <Icon name="check" size={14} />}</span>
    {title}
    <span class="unseen">: {STEP_LABELS[step]}</span>
  </h2>
);

/** The crawl in progress. Refreshed about every second until the draft is ready. */
export const DraftProgressView = ({ draft, reading }: { draft: Draft; reading: string | null }) => {
  const { robots, pages_read: pages } = draft;
  const is_read = draft.status !== 'crawling';
  return (
    <div class="narrow draft-progress" id="progress" data-watch>
      <header class="page-head">
        <p class="eyebrow">{t('Reading your website')}</p>
        <h1 dir="auto">{shortUrl(draft.url)}</h1>
        <p class="lede">{t('This usually takes a few seconds. You can close this page and find the draft in your drafts later.')}</p>
      </header>
      <p class="done" role="status">
        {describeProgress(draft, reading)}
      </p>
      <ol class="steps">
        <li>
          <StepHead title="robots.txt" step={robots ? 'done' : 'going'} />
          <div class="step-inside">{robots ? <RobotsNotice robots={robots} /> : t('Checked first.')}</div>
        </li>
        <li>
          <StepHead title={t('Pages')} step={is_read ? 'done' : robots ? 'going' : 'waiting'} />
          <div class="step-inside">
            {pages.length > 0 && <PagesRead pages={pages} />}
            {reading && (
              <p class="reading-now" dir="auto">
                {shortUrl(reading)}
              </p>
            )}
            {pages.length === 0 && !reading && <p>{t('The homepage first, then pages such as pricing, about and FAQ.')}</p>}
          </div>
        </li>
        <li>
          <StepHead title={t('Draft')} step={is_read ? 'going' : 'waiting'} />
          <p class="step-inside">{t('Every value with its quote. What your website doesn’t state stays blank.')}</p>
        </li>
      </ol>
    </div>
  );
};

/** Details are parts of sentences: "the server refused the connection". */
const toSentence = (detail: string): string => {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return text.endsWith('.') ? text : `${text}.`;
};

const FAILURES: Record<DraftFailureReason['code'], { title: string; advice: ComponentChildren }> = texts({
  robots_disallowed: {
    title: msg('This website doesn’t allow us to read it'),
    advice: msg('Its robots.txt blocks our reader. Allow it and try again, or write the profile yourself.'),
  },
  unreachable: {
    title: msg('We couldn’t reach the website'),
    advice: msg('Check the address in your browser. If it works there, try again in a few minutes.'),
  },
  not_a_website: {
    title: msg('There’s no web page at this address'),
    advice: msg('Enter the address of the product’s homepage.'),
  },
  address_not_allowed: {
    title: msg('This address isn’t public'),
    advice: msg('Enter an address that everyone can open.'),
  },
  too_large: {
    title: msg('The page is too large to read'),
    advice: msg('Enter a smaller page, such as the homepage.'),
  },
  timed_out: { title: msg('The website took too long to respond'), advice: msg('It may be busy. Try again in a few minutes.') },
});

/** An address without a scheme is asked for with https. Some websites answer without it only. */
const WithoutHttps = ({ draft: { url }, code }: { draft: Draft; code: DraftFailureReason['code'] }) => {
  if (!url.startsWith('https:') || (code !== 'unreachable' && code !== 'timed_out')) return null;
  const plain = url.replace('https:', 'http:');
  return (
    <p>
      {rich('We asked for {url}. If your website doesn’t have https, {value}.', {
        url: <bdi>{url}</bdi>,
        value: <a href={draftPaths.submit({ url: plain })}>{t('use {plain}', { plain })}</a>,
      })}
    </p>
  );
};

const MANUAL_FIELDS = ['fields.name', 'fields.tagline'];

export const DraftFailure = ({ draft }: { draft: Draft }) => {
  const failure = draft.failure ?? { code: 'unreachable' as const, detail: '' };
  const { title, advice } = FAILURES[failure.code];
  const form_state = draftFormState({ draft, categories: [], suggestions: [] });
  // Fields that this form does not show must not count as changed.
  const shown = Object.fromEntries(MANUAL_FIELDS.map((name) => [name, form_state.values[name] ?? '']));
  const fingerprint = form_state.values.seen ?? valuesFingerprint(shown);
  return (
    <div class="narrow">
      <header class="page-head">
        <p class="eyebrow" dir="auto">
          {shortUrl(draft.url)}
        </p>
        <h1>{title}</h1>
        {failure.detail && (
          <p class="lede" dir="auto">
            {toSentence(translateStored(failure.detail))}
          </p>
        )}
        <p>{advice}</p>
        <WithoutHttps draft={draft} code={failure.code} />
        <form method="post" action={draftPaths.draft({ uuid: draft.id })} class="actions">
          <button class="button" type="submit" name="act" value="regenerate name">
            {t('Try again')}
          </button>
          <a href={draftPaths.submit({ url: draft.url })}>{t('Use another address')}</a>
        </form>
      </header>
      {draft.robots?.found && (
        <section class="block" aria-labelledby="robots">
          <h2 id="robots">{t('robots.txt')}</h2>
          <RobotsNotice robots={draft.robots} />
        </section>
      )}
      {draft.pages_read.length > 0 && (
        <section class="block" aria-labelledby="pages">
          <h2 id="pages">{t('Pages we tried to read')}</h2>
          <PagesRead pages={draft.pages_read} />
        </section>
      )}
      <section class="block" aria-labelledby="by-hand">
        <h2 id="by-hand">{t('Write it yourself')}</h2>
        <p>{t('Start with these two. You can fill in the rest afterwards.')}</p>
        <form id={DRAFT_FORM_ID} method="post" action={draftPaths.draft({ uuid: draft.id })} class="form">
          <input type="hidden" name="seen" value={fingerprint || '-'} />
          {form_state.message && <FormError>{form_state.message}</FormError>}
          <DraftInput form_state={form_state} name="fields.name" title={t('Name')} max_length={500} hint={t('The product’s name')} />
          <DraftInput
            form_state={form_state}
            name="fields.tagline"
            title={t('Tagline')}
            max_length={500}
            hint={t('One line that says what it does')}
          />
          <button class="button button-main" type="submit">
            {t('Write it yourself')}
          </button>
        </form>
      </section>
    </div>
  );
};
