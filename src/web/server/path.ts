import { Refusal } from '../../kernel/errors.ts';
import { localPath } from '../../kernel/language/locale.ts';
import type { RefusalCode } from '../../kernel/refusals.ts';
import { SLUG } from '../../kernel/schema.ts';

type ParamNames<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<More>
    : Rest
  : never;

type IdName = 'id' | `${string}_id`;

/** The parameters of a pattern: ids are numbers, everything else is text. */
export type PathParams<P extends string> = { [Name in ParamNames<P>]: Name extends IdName ? number : string };

type QueryValue = string | number | null | undefined;
type QueryDefaults = Record<string, string | number>;
type QueryParams<Q> = { [Name in keyof Q]?: (Q[Name] extends number ? number : string | number) | null };
type LinkValues<P extends string, Q> = PathParams<P> & QueryParams<Q>;

/** The address of a page, form or file. Called with its parameters and query it gives the link. */
export interface Path<P extends string = string, Q = unknown> {
  (...values: [ParamNames<P>] extends [never] ? [values?: LinkValues<P, Q>] : [values: LinkValues<P, Q>]): string;
  pattern: P;
}

/** An address with its query. Empty and default values are left out, so that each page has exactly one address. */
export const withQuery = (address: string, values: Record<string, QueryValue>, defaults: QueryDefaults = { page: 1 }): string => {
  let query: URLSearchParams | undefined;
  for (const name in values) {
    const value = values[name];
    if (value === undefined || value === null || value === '' || value === defaults[name]) continue;
    query ??= new URLSearchParams();
    query.set(name, String(value));
  }
  return query ? `${address}?${query}` : address;
};

const PARAM = /:(\w+)/;

/** A function that fills in the parameters of a pattern. A page has hundreds of links, so the pattern is taken apart once. */
export const patternFiller = (pattern: string): ((params: Record<string, QueryValue>) => string) => {
  const [start, ...parts] = pattern.split(PARAM);
  return (params) => {
    let address = start!;
    for (let i = 0; i < parts.length; i += 2) address += encodeURIComponent(params[parts[i]!] ?? '') + parts[i + 1];
    return address;
  };
};

const declare = <const P extends string, Q extends QueryDefaults>(
  pattern: P,
  defaults: Q | undefined,
  inLanguage: (address: string) => string,
): Path<P, Q> => {
  const fill = patternFiller(pattern);
  const link = (values: Record<string, QueryValue> = {}): string => {
    const address = inLanguage(fill(values));
    if (!defaults) return address;
    const query: Record<string, QueryValue> = {};
    for (const name in values) if (Object.hasOwn(defaults, name)) query[name] = values[name];
    return withQuery(address, query, defaults);
  };
  return Object.assign(link, { pattern }) as Path<P, Q>;
};

/** Declares the address of a page or form: its pattern, and the names of its query with their defaults. Links keep the language. */
export const path = <const P extends string, Q extends QueryDefaults = Record<never, string>>(pattern: P, defaults?: Q): Path<P, Q> =>
  declare(pattern, defaults, localPath);

/** The same for what has no language: files, feeds and the API. */
export const filePath = <const P extends string, Q extends QueryDefaults = Record<never, string>>(pattern: P, defaults?: Q): Path<P, Q> =>
  declare(pattern, defaults, (address) => address);

const IS_SLUG = new RegExp(SLUG);
const IS_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const IS_ORDER_NUMBER = /^LW-[0-9A-HJKMNP-TV-Z]{8}$/;

interface Param {
  /** Null for an impossible value. */
  parse(text: string): string | number | null;
  /** The refusal for an impossible value, unless the page has its own. */
  not_found: RefusalCode;
}

/** How parameters are read, by their kind. Those of other kinds are any text. */
const PARAMS: Record<string, Param> = {
  id: {
    parse: (text) => (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null),
    not_found: 'listing_not_found',
  },
  slug: { parse: (text) => (IS_SLUG.test(text) ? text : null), not_found: 'listing_not_found' },
  uuid: { parse: (text) => (IS_UUID.test(text) ? text.toLowerCase() : null), not_found: 'draft_not_found' },
  number: {
    parse: (text) => (IS_ORDER_NUMBER.test(text.toUpperCase()) ? text.toUpperCase() : null),
    not_found: 'order_not_found',
  },
};

/** The kind of a parameter: `id` for every name that ends with it, otherwise its name. */
export const paramKind = (name: string): string => (name.endsWith('_id') ? 'id' : name);

export const paramNames = (pattern: string): string[] => pattern.split(PARAM).filter((_, index) => index % 2 === 1);

/** The parameters of a request, parsed. An impossible value is "not found" rather than invalid. */
export const parseParams = <P extends string>(
  pattern: P,
  params: Record<string, string | undefined>,
  not_found?: RefusalCode,
): PathParams<P> =>
  Object.fromEntries(
    paramNames(pattern).map((name) => {
      const text = params[name] ?? '';
      const param = PARAMS[paramKind(name)];
      const value = param ? param.parse(text) : text;
      if (value === null) throw new Refusal(not_found ?? param!.not_found);
      return [name, value];
    }),
  ) as PathParams<P>;
