import type { ComponentChildren, VNode } from 'preact';
import { team } from '../admin-addresses.ts';
import { Empty } from './empty.tsx';
import { Steps } from './pager.tsx';

/** How a page of the team begins. */
export const OfficeHead = ({ title, lede, done }: { title: string; lede?: ComponentChildren; done?: string | null }) => (
  <>
    <header class="page-head">
      <h1 dir="auto">{title}</h1>
      {lede && <p class="lede">{lede}</p>}
    </header>
    {done && (
      <p class="done" role="status">
        {done} <a href={team.log()}>See the log</a>
      </p>
    )}
  </>
);

export interface OfficeRow {
  href?: string;
  /** How far it stands under the ones before. */
  depth?: number;
  title: string;
  /** Said quietly under the title. */
  more?: ComponentChildren;
  /** At the row's end. */
  status?: ComponentChildren;
}

/** A list of things the team looks after, one line each. */
export const OfficeRows = ({ rows, empty }: { rows: OfficeRow[]; empty: string }) =>
  rows.length === 0 ? (
    <Empty title={empty} />
  ) : (
    <ul class="office-rows">
      {rows.map(({ href, title, more, status, depth }) => (
        <li class={depth ? `office-depth-${depth}` : undefined}>
          <div>
            <p class="office-title" dir="auto">
              {href ? <a href={href}>{title}</a> : title}
            </p>
            {more && <p class="quiet">{more}</p>}
          </div>
          {status !== undefined && <div class="office-status">{status}</div>}
        </li>
      ))}
    </ul>
  );

interface TurnProps {
  page: number;
  has_more: boolean;
  href: (page: number) => string;
  /** What lies before and after, where a list does not go by time. */
  words?: [before: string, after: string];
}

/** The way through a list whose end is not counted. */
export const Turn = ({ page, has_more, href, words: [before, after] = ['Newer', 'Older'] }: TurnProps): VNode | null =>
  page === 1 && !has_more ? null : (
    <Steps before={page > 1 && { says: before, href: href(page - 1) }} after={has_more && { says: after, href: href(page + 1) }}>
      Page {page}
    </Steps>
  );

/** A part of a page with its heading. */
export const Part = ({ id, title, children }: { id: string; title: string; children: ComponentChildren }) => (
  <section class="block" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** A part that is folded away until somebody wants it, or its form came back: what it does is not done by a slip. */
export const Fold = ({ id, title, open, children }: { id: string; title: string; open: boolean; children: ComponentChildren }) => (
  <details class="office-act" open={open}>
    <summary>
      <h2 id={id}>{title}</h2>
    </summary>
    {children}
  </details>
);
