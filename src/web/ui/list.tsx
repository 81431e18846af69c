import type { ComponentChildren, VNode } from 'preact';
import { rich, t } from '../../kernel/language/messages.ts';
import type { ListResponse } from '../../kernel/responses.ts';
import { FEED_FORMATS, FEED_TYPES } from '../feeds/formats.ts';
import { weekPaths } from '../paths.ts';
import type { IgnoredParam } from '../server/page.ts';
import { Icon } from './elements.tsx';
import { formatCount, humanize, truncateText } from './format.tsx';

interface SearchBoxProps {
  id: string;
  label: string;
  action: string;
  placeholder: string;
  q?: string;
  big?: boolean;
  max_length?: number;
}

/** A search form that works without JavaScript. */
export const SearchBox = ({ id, label, action, placeholder, q, big, max_length = 200 }: SearchBoxProps) => (
  <search class={big ? 'searching searching-big' : 'searching'}>
    <form action={action} class="search-box">
      <label class="unseen" for={id}>
        {label}
      </label>
      {big && <Icon name="search" />}
      <input id={id} type="search" name="q" value={q} placeholder={placeholder} maxlength={max_length} autocomplete="off" dir="auto" />
      {/* The small box has no space for the word. */}
      <button type="submit" aria-label={big ? undefined : t('Search')}>
        {big ? t('Search') : <Icon name="search" />}
      </button>
    </form>
  </search>
);

/** Tells the visitor which query parameters were ignored. */
export const IgnoredParamsNotice = ({ ignored }: { ignored: IgnoredParam[] }) =>
  ignored.length > 0 ? (
    <div class="notice" role="status">
      <p>{t('We ignored filters we couldn’t understand:')}</p>
      <ul>
        {ignored.map(({ name, sent, hint }) => (
          <li>
            {humanize(name)} <q dir="auto">{truncateText(sent, 60)}</q>. {hint}
          </li>
        ))}
      </ul>
    </div>
  ) : null;

interface TabsProps {
  label: string;
  tabs: { name: string; href: string; text: string }[];
  current: string;
}

/** Links to the parts of a page, with the current one marked. */
export const Tabs = ({ label, tabs, current }: TabsProps) => (
  <nav aria-label={label} class="tabs">
    <ul class="chips">
      {tabs.map(({ name, href, text }) => (
        <li>
          <a class="chip" href={href} aria-current={name === current ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Placeholder for an empty list, with what to do next. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title" dir="auto">
      {title}
    </p>
    {children}
  </div>
);

const LAST_PAGE = 1000;

type PageInfo = Pick<ListResponse<unknown>, 'page' | 'per_page' | 'total' | 'total_is_exact' | 'has_more'>;

interface PageLink {
  text: string;
  href: string;
}

/** Previous and next links, with the current position between them. */
export const PreviousNextLinks = ({
  before,
  after,
  children,
}: {
  before: PageLink | false;
  after: PageLink | false;
  children: ComponentChildren;
}) => (
  <nav class="pager" aria-label={t('Pages')}>
    {before ? (
      <a class="button" rel="prev" href={before.href}>
        <Icon name="back" size={16} /> {before.text}
      </a>
    ) : (
      <span />
    )}
    <span class="pager-where">{children}</span>
    {after ? (
      <a class="button" rel="next" href={after.href}>
        {after.text} <Icon name="next" size={16} />
      </a>
    ) : (
      <span />
    )}
  </nav>
);

/** Pagination links. Null where one page holds everything. */
const Pager = ({ list, href }: { list: PageInfo; href: (page: number) => string }) => {
  const { page, has_more } = list;
  if (page === 1 && !has_more) return null;
  const pages = Math.min(Math.max(1, Math.ceil(list.total / list.per_page)), LAST_PAGE);
  return (
    <PreviousNextLinks
      before={page > 1 && { text: t('Previous'), href: href(Math.min(page - 1, pages)) }}
      after={has_more && page < LAST_PAGE && { text: t('Next'), href: href(page + 1) }}
    >
      {t('Page {page}', { page: formatCount(page) })}
      {list.total_is_exact && page <= pages ? t(' of {pages}', { pages: formatCount(pages) }) : ''}
    </PreviousNextLinks>
  );
};

interface PagedProps {
  list: PageInfo & { items: unknown[] };
  href: (page: number) => string;
  /** Shown if the list has no items at all. */
  empty: VNode;
  children: ComponentChildren;
}

/** One page of a list with pagination. A page past the end says so. */
export const PagedList = ({ list, href, empty, children }: PagedProps) => {
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
    <Empty title={t('Page {page} doesn’t exist', { page: formatCount(list.page) })}>
      <p>{rich('This list has fewer pages. <link>Go to the first page</link>.', { link: (text) => <a href={href(1)}>{text}</a> })}</p>
    </Empty>
  );
};

/** The total: “1,204 products”, “More than 10,000 products”. */
export const formatTotal = (list: PageInfo, words: (n: number) => string): string =>
  list.total_is_exact ? words(list.total) : t('More than {total}', { total: words(list.total) });

interface SubscribeProps {
  feed: string;
  /** What the feed is about, where a page has several. */
  to?: string;
  calendar?: boolean;
}

/** Links to a feed, and for launch weeks to the calendar. */
export const Subscribe = ({ feed, to, calendar = false }: SubscribeProps) => (
  <p class="quiet more">
    {to ? t('Subscribe to {to}', { to }) : t('Subscribe')}:{' '}
    {FEED_FORMATS.map((format, index) => (
      <>
        {index > 0 && ', '}
        <a href={`${feed}.${format}`} type={FEED_TYPES[format].type}>
          {FEED_TYPES[format].name}
        </a>
      </>
    ))}
    {calendar && (
      <>
        , <a href={weekPaths.calendarFile()}>{t('calendar')}</a>
      </>
    )}
    .
  </p>
);
