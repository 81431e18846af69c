import { ProblemError, problemOf, REPEATABLE_STATUSES, send, wait, waitBefore } from '../client.ts';
import { MirrorError } from './errors.ts';

/** A page of changes. Its text goes into the file as it came, so that no number or character of a record changes on the way. */
export interface ChangePage {
  text: string;
  changes: number;
  cursor: string;
  has_more: boolean;
}

export interface PageQuery {
  /** null: from the beginning. */
  cursor: string | null;
  kinds: string | null;
  /** Seconds to wait for a change if there is none. */
  wait?: number;
}

export interface FeedOptions {
  /** Root of the site or of its API. */
  address: string;
  key?: string;
  page_size?: number;
  fetch?: typeof fetch;
  signal?: AbortSignal;
  /** How often a request that failed is sent again; Infinity: for as long as it takes. */
  retries(): number;
  onTrouble?(message: string, wait_ms: number): void;
}

export interface Feed {
  /** The site's own address, which can differ from the one it was found at. */
  readSource(): Promise<string>;
  /** Throws a ProblemError with `cursor_expired` if the feed can't be continued. */
  readPage(query: PageQuery): Promise<ChangePage>;
}

/** For a server that has not answered yet: its address may be wrong. */
export const FEW_RETRIES = 4;
const PAGE_SIZE = 200;
const TIMEOUT_MS = 60_000;
/** The longest wait between attempts, unless the server asks for a longer one. */
const MAX_WAIT_MS = 60_000;
/** 2^7 times the first wait is over MAX_WAIT_MS. */
const LONGEST_STEP = 7;

const baseOf = (address: string): string => {
  const url = address.replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]/.test(url))
    throw new MirrorError(`${address} is not an address. Give the site’s, such as https://launchweek.example.`);
  return /\/api\/v\d+$/.test(url) ? url : `${url}/api/v1`;
};

const parsePage = (text: string): ChangePage => {
  const { changes, cursor, has_more } = JSON.parse(text) as { changes: unknown[]; cursor: unknown; has_more: unknown };
  if (!Array.isArray(changes) || typeof cursor !== 'string' || typeof has_more !== 'boolean') throw new Error('not a page of changes');
  return { text, changes: changes.length, cursor, has_more };
};

const parseSource = (text: string): string => {
  const { urls } = JSON.parse(text) as { urls: { site: string } };
  return new URL(urls.site).href.replace(/\/$/, '');
};

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error };
  return cause?.message || message;
};

/** The change feed of a site. Lost connections, limits and servers that are away are waited for. */
export const openFeed = ({
  address,
  key,
  page_size = PAGE_SIZE,
  fetch: fetcher = globalThis.fetch,
  signal,
  retries,
  onTrouble,
}: FeedOptions): Feed => {
  const base = baseOf(address);
  const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };

  const read = async <T>(path: string, parse: (text: string) => T): Promise<T> => {
    for (let attempt = 0; ; attempt++) {
      let trouble: unknown;
      let wait_ms = Math.min(waitBefore(Math.min(attempt, LONGEST_STEP)), MAX_WAIT_MS);
      try {
        const { response, text } = await send({ url: base + path, request: { method: 'GET', headers } }, fetcher, TIMEOUT_MS, signal);
        if (response.ok) return parse(text);
        const problem = new ProblemError(problemOf(response, text));
        if (response.status === 404) throw new MirrorError(`There is no change feed at ${base}.`);
        if (response.status !== 429 && response.status !== 500 && !REPEATABLE_STATUSES.includes(response.status)) throw problem;
        if (response.headers.has('retry-after')) wait_ms = waitBefore(attempt, response);
        trouble = problem;
      } catch (error) {
        if (error instanceof ProblemError || error instanceof MirrorError || signal?.aborted) throw error;
        trouble = error;
      }
      const most = retries();
      if (attempt >= most || (wait_ms > MAX_WAIT_MS && Number.isFinite(most))) throw trouble;
      onTrouble?.(reasonOf(trouble), wait_ms);
      await wait(wait_ms, signal);
    }
  };

  return {
    readSource: () => read('/site', parseSource),
    readPage({ cursor, kinds, wait: seconds = 0 }) {
      const query = new URLSearchParams({ limit: String(page_size) });
      if (cursor !== null) query.set('cursor', cursor);
      if (kinds !== null) query.set('kinds', kinds);
      if (seconds > 0) query.set('wait', String(seconds));
      return read(`/changes?${query}`, parsePage);
    },
  };
};

export const isExpired = (error: unknown): boolean => error instanceof ProblemError && error.code === 'cursor_expired';
