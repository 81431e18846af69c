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
      ? 'There is none, so everything may be read.'
      : robots.allowed
        ? 'It lets us read.'
        : 'It asks us not to read this site, so we do not.'}
    {robots.rules.length > 0 && (
      <details class="robots-rules" id="robots-rules">
        <summary>Its rules for us</summary>
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
          {status >= 400 && <span class="quiet"> answered {status}</span>}
        </span>
      </li>
    ))}
  </ol>
);

/** The progress in one sentence, announced by screen readers when it changes. */
const describeProgress = ({ status, pages_read }: Draft, reading: string | null): string => {
  const pages = pages_read.length;
  if (status === 'drafting') return `${pluralize(pages, 'page')} read. Now we write down what they say, each value with its quote.`;
  if (reading) return `${pluralize(pages, 'page')} read so far. Reading ${shortUrl(reading)}.`;
  return pages > 0 ? `${pluralize(pages, 'page')} read so far.` : 'Asking the site whether it may be read.';
};

type Step = 'waiting' | 'going' | 'done';

const STEP_LABELS: Record<Step, string> = { waiting: 'waits', going: 'under way', done: 'done' };

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
        <p class="eyebrow">Reading your site</p>
        <h1 dir="auto">{shortUrl(draft.url)}</h1>
        <p class="lede">Usually this takes a few seconds, seldom a minute. You may close the page: the draft waits among your drafts.</p>
      </header>
      <p class="done" role="status">
        {describeProgress(draft, reading)}
      </p>
      <ol class="steps">
        <li>
          <StepHead title="robots.txt" step={robots ? 'done' : 'going'} />
          <div class="step-inside">{robots ? <RobotsNotice robots={robots} /> : 'Read before anything else.'}</div>
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
          <p class="step-inside">Every value with the words it was read from. What your site does not say stays blank.</p>
        </li>
      </ol>
    </div>
  );
};

const FAILURES: Record<DraftFailureReason['code'], { title: string; advice: ComponentChildren }> = {
  robots_disallowed: {
    title: 'The site asks not to be read',
    advice: 'Its robots.txt keeps programs out, and we keep to it. Allow our reader there and try again, or write the profile by hand.',
  },
  unreachable: {
    title: 'We could not reach the site',
    advice: 'Open the address in your browser. If it shows there, try again in a few minutes.',
  },
  not_a_website: {
    title: 'There is no web page at this address',
    advice: 'Give the address of the product’s homepage: one that shows text in a browser.',
  },
  address_not_allowed: {
    title: 'This address is not on the public web',
    advice: 'Give the public address of the product: one that everybody can open.',
  },
  too_large: {
    title: 'The page is too large to read',
    advice: 'Give the address of a lighter page, such as the homepage or one about the product.',
  },
  timed_out: { title: 'The site took too long to answer', advice: 'It may be busy. Try again in a few minutes.' },
};

const MANUAL_FIELDS = ['fields.name', 'fields.tagline'];

export const DraftFailure = ({ draft, context }: { draft: Draft; context: PageContext }) => {
  const failure = draft.failure ?? { code: 'unreachable' as const, detail: '' };
  const { title, advice } = FAILURES[failure.code];
  const form_state = draftFormState(draft, [], context);
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
            {failure.detail}
          </p>
        )}
        <p>{advice}</p>
        <form method="post" action={draftPaths.draft({ uuid: draft.id })} class="actions">
          <button class="button" type="submit" name="act" value="regenerate name">
            Try again
          </button>
          <a href={draftPaths.submit({ url: draft.url })}>Give another address</a>
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
          <h2 id="pages">What we asked for</h2>
          <PagesRead pages={draft.pages_read} />
        </section>
      )}
      <section class="block" aria-labelledby="by-hand">
        <h2 id="by-hand">Write it by hand</h2>
        <p>Begin with these two; the rest of the profile opens after.</p>
        <form id={DRAFT_FORM_ID} method="post" action={draftPaths.draft({ uuid: draft.id })} class="form">
          <input type="hidden" name="seen" value={fingerprint || '-'} />
          {form_state.message && <FormError>{form_state.message}</FormError>}
          <DraftInput form_state={form_state} name="fields.name" title="Name" max_length={500} hint="What the product is called." />
          <DraftInput
            form_state={form_state}
            name="fields.tagline"
            title="Tagline"
            max_length={500}
            hint="One line that says what it does."
          />
          <button class="button button-main" type="submit">
            Write it by hand
          </button>
        </form>
      </section>
    </div>
  );
};
