import type { ComponentChildren, VNode } from 'preact';
import type { ListAnswer } from '../../kernel/paging.ts';
import { count } from '../wording.ts';
import { Empty } from './empty.tsx';
import { Icon } from './icon.tsx';

const LAST_PAGE = 1000;

type Paged = Pick<ListAnswer<unknown>, 'page' | 'per_page' | 'total' | 'total_is_exact' | 'has_more'>;

/** The way through a long list, as links. Nothing where one page holds all. */
const Pager = ({ list, href }: { list: Paged; href: (page: number) => string }) => {
  const { page, has_more } = list;
  if (page === 1 && !has_more) return null;
  const pages = Math.min(Math.max(1, Math.ceil(list.total / list.per_page)), LAST_PAGE);
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 ? (
        <a class="button" rel="prev" href={href(Math.min(page - 1, pages))}>
          <Icon name="back" size={16} /> Previous
        </a>
      ) : (
        <span />
      )}
      <span class="pager-where">
        Page {count(page)}
        {list.total_is_exact && page <= pages ? ` of ${count(pages)}` : ''}
      </span>
      {has_more && page < LAST_PAGE ? (
        <a class="button" rel="next" href={href(page + 1)}>
          Next <Icon name="next" size={16} />
        </a>
      ) : (
        <span />
      )}
    </nav>
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
