import type { Draft } from '../../modules/drafts/schema.ts';
import { counted, shortAddress } from '../wording.ts';
import { Icon } from './icon.tsx';
import { Outward } from './outward.tsx';

/** What a site's robots.txt said to us. */
export const RobotsSaid = ({ robots }: { robots: NonNullable<Draft['robots']> }) => (
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
  <ol class="pages-read">
    {pages.map(({ url, status }) => (
      <li>
        <Icon name={status < 400 ? 'check' : 'blank'} size={16} />
        <span>
          <Outward href={url}>{shortAddress(url)}</Outward>
          {status >= 400 && <span class="quiet"> answered {status}</span>}
        </span>
      </li>
    ))}
  </ol>
);

/** In one sentence, for who hears the page: said anew only when it has changed. */
const sayProgress = ({ status, pages_read }: Draft, reading: string | null): string => {
  const pages = pages_read.length;
  if (status === 'drafting') return `${counted(pages, 'page')} read. Now we write down what they say, each value with its quote.`;
  if (reading) return `${counted(pages, 'page')} read so far. Reading ${shortAddress(reading)}.`;
  return pages > 0 ? `${counted(pages, 'page')} read so far.` : 'Asking the site whether it may be read.';
};

type Step = 'waiting' | 'going' | 'done';

const STEP_SAYS: Record<Step, string> = { waiting: 'waits', going: 'under way', done: 'done' };

const StepHead = ({ title, step }: { title: string; step: Step }) => (
  <h2>
    <span class={`step step-${step}`}>{step === 'done' && <Icon name="check" size={14} />}</span>
    {title}
    <span class="unseen">: {STEP_SAYS[step]}</span>
  </h2>
);

/** What is being read at this moment. Drawn anew every second or so, until the draft is there. */
export const DraftProgressView = ({ draft, reading }: { draft: Draft; reading: string | null }) => {
  const { robots, pages_read: pages } = draft;
  const is_read = draft.status !== 'crawling';
  return (
    <div class="draft-progress" id="progress" data-watch>
      <header class="page-head">
        <p class="eyebrow">Reading your site</p>
        <h1 dir="auto">{shortAddress(draft.url)}</h1>
        <p class="lede">Usually this takes a few seconds, seldom a minute. You may close the page: the draft waits among your drafts.</p>
      </header>
      <p class="progress-now" role="status">
        {sayProgress(draft, reading)}
      </p>
      <ol class="steps">
        <li>
          <StepHead title="robots.txt" step={robots ? 'done' : 'going'} />
          <div class="step-inside">{robots ? <RobotsSaid robots={robots} /> : 'Read before anything else.'}</div>
        </li>
        <li>
          <StepHead title="Pages" step={is_read ? 'done' : robots ? 'going' : 'waiting'} />
          <div class="step-inside">
            {pages.length > 0 && <PagesRead pages={pages} />}
            {reading && (
              <p class="reading-now" dir="auto">
                {shortAddress(reading)}
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
