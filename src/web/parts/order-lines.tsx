import { productNamed } from '../../modules/orders/products.ts';
import type { LineTask, WholeLine } from '../../modules/orders/whole-queries.ts';
import { to, webAddress } from '../addresses.ts';
import { dollars } from '../money.ts';
import { label, shortAddress } from '../wording.ts';
import { type Standing, sayLine, TASK_SAYS } from './order-words.ts';
import { Outward } from './outward.tsx';
import { Day } from './time.tsx';

const Task = ({ task: { title, status, note, url } }: { task: LineTask }) => (
  <li class={`task task-${status}`}>
    <p>
      <span dir="auto">{title}</span> <span class="task-status">{TASK_SAYS[status]}</span>
    </p>
    {note && (
      <p class="quiet" dir="auto">
        {note}
      </p>
    )}
    {url && webAddress(url) && (
      <p class="quiet">
        <Outward href={url}>{shortAddress(url)}</Outward>
      </p>
    )}
  </li>
);

/** How far the team is with a line, step by step. */
export const Tasks = ({ tasks }: { tasks: LineTask[] }) => {
  if (tasks.length === 0) return null;
  const settled = tasks.filter(({ status }) => status === 'done' || status === 'not_possible').length;
  return (
    <div class="tasks">
      <p class="quiet">
        {settled} of {tasks.length} steps
      </p>
      <ol>
        {tasks.map((task) => (
          <Task task={task} />
        ))}
      </ol>
    </div>
  );
};

const sayOptions = (options: Record<string, unknown>): string =>
  Object.entries(options)
    .map(([name, value]) => `${label(name)}: ${String(value)}`)
    .join(', ');

/** What a line is about: its listing, week, categories and options. */
export const LineFacts = ({ line, href }: { line: WholeLine; href: string | null }) => (
  <p class="quiet">
    {line.listing_name && (
      <>
        for{' '}
        <a href={href ?? undefined}>
          <bdi>{line.listing_name}</bdi>
        </a>
      </>
    )}
    {line.week_on && (
      <>
        , week of <Day on={line.week_on} />
      </>
    )}
    {line.bundle && `, in the ${productNamed(line.bundle)?.name ?? line.bundle}`}
    {line.categories.length > 0 && (
      <>
        , in <bdi>{line.categories.join(', ')}</bdi>
      </>
    )}
    {Object.keys(line.options).length > 0 && (
      <>
        , <bdi>{sayOptions(line.options)}</bdi>
      </>
    )}
  </p>
);

/** The lines of an order with how far each is. */
export const OrderLines = ({ lines, standing }: { lines: WholeLine[]; standing: Standing }) => (
  <ol class="order-lines">
    {lines.map((line) => (
      <li>
        <div class="order-line-head">
          <div>
            <h3>{line.name}</h3>
            <LineFacts line={line} href={line.listing_id === null ? null : to.ownListing(line.listing_id)} />
          </div>
          <p class="cents">{dollars(line.amount_cents)}</p>
        </div>
        <p>
          <span class={`line-status line-status-${line.status}`}>{sayLine(line.status, standing)}</span>{' '}
          {line.note && <span dir="auto">{line.note}</span>}
        </p>
        {line.refunded_cents > 0 && <p class="quiet">{dollars(line.refunded_cents)} of it, VAT included, went back.</p>}
        {line.product === 'ai_review' && line.status === 'fulfilled' && line.listing_id && (
          <p>
            <a href={to.ownListing(line.listing_id, 'review')}>Read the review</a>
          </p>
        )}
        <Tasks tasks={line.tasks} />
      </li>
    ))}
  </ol>
);
