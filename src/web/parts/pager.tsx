import type { ComponentChildren, VNode } from 'preact';
import type { ListAnswer } from '../../kernel/paging.ts';
import { count } from '../wording.ts';
import { Empty } from './empty.tsx';
import { Icon } from './icon.tsx';

const LAST_PAGE = 1000;

type Paged = Pick<ListAnswer<unknown>, 'page' | 'per_page' | 'total' | 'total_is_exact' | 'has_more'>;

interface Step {
  says: string;
  href: string;
}

/** The pages before and after, with where one is between them. */
export const Steps = ({ before, after, children }: { before: Step | false; after: Step | false; children: ComponentChildren }) => (
  <nav class="pager" aria-label="Pages">
    {before ? (
      <a class="button" rel="prev" href={before.href}>
        <Icon name="back" size={16} /> {before.says}
      </a>
    ) : (
      <span />
    )}
    <span class="pager-where">{children}</span>
    {after ? (
      <a class="button" rel="next" href={after.href}>
        {after.says} <Icon name="next" size={16} />
      </a>
    ) : (
      <span />
    )}
  </nav>
);

/** The way through a long list, as links. Nothing where one page holds all. */
const Pager = ({ list, href }: { list: Paged; href: (page: number) => string }) => {
  const { page, has_more } = list;
  if (page === 1 && !has_more) return null;
  const pages = Math.min(Math.max(1, Math.ceil(list.total / list.per_page)), LAST_PAGE);
  return (
    <Steps
      before={page > 1 && { says: 'Previous', href: href(Math.min(page - 1, pages)) }}
      after={has_more && page < LAST_PAGE && { says: 'Next', href: href(page + 1) }}
    >
      Page {count(page)}
      {list.total_is_exact && page <= pages ? ` of ${count(pages)}` : ''}
    </Steps>
  );
};

interface PagedProps {
  list: Paged & { items: unknown[] };
  href: (page: number) => string;
  /** What is shown where there is nothing at all. */
  empty: VNode;
  children: ComponentChildren;
}

/** One page of a list with the way onward. A page past the list's end says so. */
export const Pages = ({ list, href, empty, children }: PagedProps) => {
  if (list.items.length > 0) {
    return (
      <>
        {children}
        <Pager list={list} href={href} />
      </>
    );
  }
  if (list.page === 1 || list.total === 0) return empty;
  return (
    <Empty title={`There is no page ${count(list.page)}`}>
      <p>
        The list ends before it. <a href={href(1)}>Back to its first page</a>.
      </p>
    </Empty>
  );
};

/** How many there are: “1,204 products”, “more than 10,000 products”. */
export const sayTotal = (list: Paged, words: (n: number) => string): string =>
  list.total_is_exact ? words(list.total) : `More than ${words(list.total)}`;
