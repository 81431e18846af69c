/** JSON text that holds a T: PostgreSQL builds it and it is sent without parsing. */
export type Json<T> = string & { readonly __holds?: T };

/** A result as JSON text, wrapped so that it is never confused with a string value. */
export class JsonText<T> {
  readonly text: Json<T>;
  constructor(text: string) {
    this.text = text;
  }
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

export type ValueOrJson<T> = T | JsonText<T>;

export const toJsonText = (result: unknown): string => (result instanceof JsonText ? result.text : JSON.stringify(result));
export const toValue = <T>(result: ValueOrJson<T>): T => (result instanceof JsonText ? result.parse() : result);

/** Counting stops here: an exact count of more rows costs many times as much as the page. */
export const COUNT_LIMIT = 10_000;

/** The most items of a page. */
export const MAX_PER_PAGE = 100;

export interface Paging {
  page: number;
  per_page: number;
}

export interface ListResponse<T> {
  items: T[];
  page: number;
  per_page: number;
  total: number;
  total_is_exact: boolean;
  has_more: boolean;
}

export const offsetOf = ({ page, per_page }: Paging): number => (page - 1) * per_page;

/**
 * A round number of at least `rows`, to inline in a statement as an outer limit. Without it PostgreSQL assumes that an unknown limit
 * returns a tenth of the table, and replans every page of a large table, which costs more than the page.
 */
export const planningLimit = (rows: number): string => String(Math.max(100, 10 ** Math.ceil(Math.log10(rows))));

/** A page of a list whose total was counted to the end. */
export const exactPage = <T>({ page, per_page }: Paging, items: T[], total: number): ListResponse<T> => ({
  items,
  page,
  per_page,
  total,
  total_is_exact: true,
  has_more: page * per_page < total,
});

/** Items that PostgreSQL joined with commas to one text. */
export interface JoinedItems {
  json: string;
  length: number;
}

const joinItems = (items: string[]): JoinedItems => ({ json: items.join(','), length: items.length });

/** Wraps rows that PostgreSQL returned as JSON into a list response. A count above `max` is reported as inexact. */
export const listResponse = <T>(
  { page, per_page }: Paging,
  items: string[] | JoinedItems,
  counted: number,
  max = COUNT_LIMIT,
): JsonText<ListResponse<T>> => {
  const { json, length } = Array.isArray(items) ? joinItems(items) : items;
  const exact = counted <= max;
  const total = exact ? counted : max;
  const has_more = exact ? page * per_page < counted : length === per_page;
  return new JsonText(
    `{"items":[${json}],"page":${page},"per_page":${per_page},"total":${total},"total_is_exact":${exact},"has_more":${has_more}}`,
  );
};

/** A list without pagination, in the same format. */
export const unpagedList = <T>(items: string[]): JsonText<ListResponse<T>> =>
  listResponse({ page: 1, per_page: Math.max(items.length, 1) }, items, items.length);
