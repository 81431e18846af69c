import { JsonText } from './json.ts';

/** Counting stops here: an exact count of more costs many times the page it belongs to. */
export const COUNT_LIMIT = 10_000;

export interface Paging {
  page: number;
  per_page: number;
}

export interface ListAnswer<T> {
  items: T[];
  page: number;
  per_page: number;
  total: number;
  total_is_exact: boolean;
  has_more: boolean;
}

export const offsetOf = ({ page, per_page }: Paging): number => (page - 1) * per_page;

/**
 * A round number no smaller than so many rows, to stand in a statement as it is, inside the limit that is asked for. PostgreSQL
 * takes a limit it does not know for a tenth of the table, and so plans every page of a large one anew, which costs more than the page.
 */
export const reachOf = (rows: number): string => String(Math.max(100, 10 ** Math.ceil(Math.log10(rows))));

/** Wraps rows that PostgreSQL has already written as JSON into the list answer; a count past the limit is cut and said to be. */
export const listAnswer = <T>(
  { page, per_page }: Paging,
  items: string[],
  counted: number,
  most = COUNT_LIMIT,
): JsonText<ListAnswer<T>> => {
  const exact = counted <= most;
  const total = exact ? counted : most;
  const has_more = exact ? page * per_page < counted : items.length === per_page;
  return new JsonText(
    `{"items":[${items.join(',')}],"page":${page},"per_page":${per_page},"total":${total},"total_is_exact":${exact},"has_more":${has_more}}`,
  );
};

/** A list that is never long enough to be cut into pages, in the same shape. */
export const wholeList = <T>(items: string[]): JsonText<ListAnswer<T>> =>
  listAnswer({ page: 1, per_page: Math.max(items.length, 1) }, items, items.length);
