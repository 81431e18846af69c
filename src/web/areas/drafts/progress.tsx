import type { ComponentChildren } from 'preact';
import type { Draft, DraftFailureReason } from '../../../modules/drafts/schema.ts';
import { draftPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { ExternalLink, Icon } from '../../ui/elements.tsx';
import { FormError } from '../../ui/form.tsx';
import { valuesFingerprint } from '../../ui/form-values.ts';
import { pluralize, shortUrl } from '../../ui/format.tsx';
import { DraftInput } from './editor-field.tsx';
import { DRAFT_FORM_ID, draftFormState } from './editor-state.tsx';

export const RobotsNotice = ({ robots }: { robots: NonNullable<Draft['robots']> }) => (
  <>
    {!robots.found
      ? 'None found, so we may read everything.'
      : robots.allowed
        ? 'It allows us to read the website.'
        : 'It asks us not to read this website, so we don’t.'}
    {robots.rules.length > 0 && (
      <details class="robots-rules" id="robots-rules">
        <summary>Its rules</summary>
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
          {status >= 400 && <span class="quiet"> returned {status}</span>}
        </span>
      </li>
    ))}
  </ol>
);

/** The progress in one sentence, announced by screen readers when it changes. */
const describeProgress = ({ status, pages_read }: Draft, reading: string | null): string => {
  const pages = pages_read.length;
  if (status === 'drafting') return `${pluralize(pages, 'page')} read. Now drafting your profile, with a quote for each value.`;
  if (reading) return `${pluralize(pages, 'page')} read so far. Reading ${shortUrl(reading)}.`;
  return pages > 0 ? `${pluralize(pages, 'page')} read so far.` : 'Checking robots.txt.';
};

type Step = 'waiting' | 'going' | 'done';

const STEP_LABELS: Record<Step, string> = { waiting: 'waiting', going: 'in progress', done: 'done' };

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
        <p class="eyebrow">Reading your website</p>
        <h1 dir="auto">{shortUrl(draft.url)}</h1>
        <p class="lede">This usually takes a few seconds. You can close this page and find the draft in your drafts later.</p>
      </header>
      <p class="done" role="status">
        {describeProgress(draft, reading)}
      </p>
      <ol class="steps">
        <li>
          <StepHead title="robots.txt" step={robots ? 'done' : 'going'} />
          <div class="step-inside">{robots ? <RobotsNotice robots={robots} /> : 'Checked first.'}</div>
        </li>
        <li>
          <StepHead title="Pages" step={is_read ? 'done' : robots ? 'going' : 'waiting'} />
          <div class="step-inside">
            {pages.length > 0 && <PagesRead pages={pages} />}
            {reading && (
              <p class="reading-now" dir="auto">
                {shortUrl(reading)}
              </p>
            )}
            {pages.length === 0 && !reading && <p>The homepage first, then pages such as pricing, about and FAQ.</p>}
          </div>
        </li>
        <li>
          <StepHead title="Draft" step={is_read ? 'going' : 'waiting'} />
          <p class="step-inside">Every value with its quote. What your website doesn’t state stays blank.</p>
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

const FAILURES: Record<DraftFailureReason['code'], { title: string; advice: ComponentChildren }> = {
  robots_disallowed: {
    title: 'This website doesn’t allow us to read it',
    advice: 'Its robots.txt blocks our reader. Allow it and try again, or write the profile yourself.',
  },
  unreachable: {
    title: 'We couldn’t reach the website',
    advice: 'Check the address in your browser. If it works there, try again in a few minutes.',
  },
  not_a_website: {
    title: 'There’s no web page at this address',
    advice: 'Enter the address of the product’s homepage.',
  },
  address_not_allowed: {
    title: 'This address isn’t public',
    advice: 'Enter an address that everyone can open.',
  },
  too_large: {
    title: 'The page is too large to read',
    advice: 'Enter a smaller page, such as the homepage.',
  },
  timed_out: { title: 'The website took too long to respond', advice: 'It may be busy. Try again in a few minutes.' },
};

/** An address without a scheme is asked for with https. Some websites answer without it only. */
const WithoutHttps = ({ draft: { url }, code }: { draft: Draft; code: DraftFailureReason['code'] }) => {
  if (!url.startsWith('https:') || (code !== 'unreachable' && code !== 'timed_out')) return null;
  const plain = url.replace('https:', 'http:');
  return (
    <p>
      We asked for <bdi>{url}</bdi>. If your website doesn’t have https, <a href={draftPaths.submit({ url: plain })}>use {plain}</a>.
    </p>
  );
};

const MANUAL_FIELDS = ['fields.name', 'fields.tagline'];

export const DraftFailure = ({ draft, context }: { draft: Draft; context: PageContext }) => {
  const failure = draft.failure ?? { code: 'unreachable' as const, detail: '' };
  const { title, advice } = FAILURES[failure.code];
  const form_state = draftFormState({ draft, categories: [], suggestions: [] }, context);
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
            {toSentence(failure.detail)}
          </p>
        )}
        <p>{advice}</p>
        <WithoutHttps draft={draft} code={failure.code} />
        <form method="post" action={draftPaths.draft({ uuid: draft.id })} class="actions">
          <button class="button" type="submit" name="act" value="regenerate name">
            Try again
          </button>
          <a href={draftPaths.submit({ url: draft.url })}>Use another address</a>
        </form>
      </header>
      {draft.robots?.found && (
        <section class="block" aria-labelledby="robots">
          <h2 id="robots">robots.txt</h2>
          <RobotsNotice robots={draft.robots} />
        </section>
      )}
      {draft.pages_read.length > 0 && (
        <section class="block" aria-labelledby="pages">
          <h2 id="pages">Pages we tried to read</h2>
          <PagesRead pages={draft.pages_read} />
        </section>
      )}
      <section class="block" aria-labelledby="by-hand">
        <h2 id="by-hand">Write it yourself</h2>
        <p>Start with these two. You can fill in the rest afterwards.</p>
        <form id={DRAFT_FORM_ID} method="post" action={draftPaths.draft({ uuid: draft.id })} class="form">
          <input type="hidden" name="seen" value={fingerprint || '-'} />
          {form_state.message && <FormError>{form_state.message}</FormError>}
          <DraftInput form_state={form_state} name="fields.name" title="Name" max_length={500} hint="The product’s name" />
          <DraftInput
            form_state={form_state}
            name="fields.tagline"
            title="Tagline"
            max_length={500}
            hint="One line that says what it does"
          />
          <button class="button button-main" type="submit">
            Write it yourself
          </button>
        </form>
      </section>
    </div>
  );
};
