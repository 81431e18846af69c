import { setTimeout as sleep } from 'node:timers/promises';
import { openConnections } from '../../../integrations/fetch/connections.ts';
import { fetchParsed, type ParserInput, parseWith, type ResponseHead } from '../../../integrations/fetch/fetch-parsed.ts';
import { type FetchError, type GuardedFetch, isFetched } from '../../../integrations/fetch/guarded-fetch.ts';
import { msg } from '../../../kernel/language/messages.ts';
import { inEnglish } from '../../../kernel/language/stored.ts';
import { runParser } from '../../../kernel/parsing/pool.ts';
import { isTooCostly, type ParserTask } from '../../../kernel/parsing/task.ts';
import type { RobotsSummary } from '../parse/robots.ts';
import { check_robots, ROBOTS_BYTES, read_robots } from '../tasks.ts';
import type { CrawlFailure, CrawlLimits } from './types.ts';

/** Why an address was not fetched, and which one: a redirect may have led elsewhere. */
export interface FetchRefusal {
  code: CrawlFailure;
  detail: string;
  at: URL;
  /** The status of the answer, if there was one. */
  status?: number;
  /** It was too costly to parse; give up on the rest of the site. */
  ended?: true;
}

interface HostRobots extends RobotsSummary {
  found: boolean;
  /** Why nothing may be fetched although no rule says so. */
  trouble: Omit<FetchRefusal, 'at'> | null;
}

interface SessionRequest {
  timeout_ms: number;
  max_bytes: number;
  cut?: boolean;
  accept: string;
  headers?: Record<string, string>;
}

export interface CrawlSession {
  robotsOf(url: URL): Promise<HostRobots>;
  /** Null if the site allows fetching this address, otherwise the reason. */
  mayFetch(url: URL): Promise<FetchRefusal | null>;
  /** A rate-limited request that reports redirects instead of following them; its body is parsed as `fetchParsed` does. */
  fetch<I extends { body: Uint8Array }, O, T>(
    url: URL,
    request: SessionRequest,
    task: ParserTask<I, O>,
    decide: (answer: ResponseHead | FetchError) => T | ParserInput<Omit<NoInfer<I>, 'body'>>,
  ): Promise<O | T>;
  /** Remaining time of the given or total budget. Time spent waiting for our own parser does not count. */
  time_left(of?: number): number;
  concurrency(url: URL): Promise<number>;
  close(): void;
}

const ROBOTS_MS = 8_000;

const FAILURES: Record<FetchError['code'], CrawlFailure> = {
  invalid_url: 'not_a_website',
  address_not_allowed: 'address_not_allowed',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  too_large: 'too_large',
  too_many_redirects: 'unreachable',
  malformed_answer: 'unreachable',
};

export const refusalFrom = ({ code, detail }: FetchError, at: URL): FetchRefusal => ({ code: FAILURES[code], detail, at });

const NO_RULES: RobotsSummary = { rules: '', crawl_delay: null, sitemaps: [], shown: [] };
const noRobots = (trouble: HostRobots['trouble'] = null): HostRobots => ({ ...NO_RULES, found: false, trouble });

/** 4xx: no rules. 5xx or no response: nothing may be fetched (RFC 9309, 2.3.1). Null: parse the body. */
const robotsWithoutBody = (answer: ResponseHead | FetchError): HostRobots | null => {
  if (!isFetched(answer)) {
    if (answer.code === 'too_many_redirects') return noRobots();
    const detail = inEnglish(msg('we couldn’t read robots.txt, so we read nothing else: {reason}'), { reason: answer.detail });
    return noRobots({ code: FAILURES[answer.code], detail });
  }
  const { status } = answer;
  if (status >= 500) {
    const detail = inEnglish(msg('robots.txt returned status {status}, so we may not read the website until that is fixed'), { status });
    return noRobots({ code: 'robots_disallowed', detail, status });
  }
  return status < 200 || status >= 300 ? noRobots() : null;
};

/** The requests of one crawl: rate-limited per host, over persistent connections, within a time budget. */
export const openCrawlSession = (fetch: GuardedFetch, limits: CrawlLimits, user_agent: string): CrawlSession => {
  const connections = openConnections();
  const { elapsed_ms, pause } = stopwatch();
  const robots = new Map<string, Promise<HostRobots>>();
  const delays = new Map<string, number>();
  const next_request_at = new Map<string, number>();
  const time_left = (of = limits.total_ms) => Math.max(0, of - elapsed_ms());
  const timedOut = (url: string): FetchError => ({ code: 'timed_out', detail: inEnglish(msg('reading this website took too long')), url });

  const waitForTurn = async (host: string): Promise<boolean> => {
    const now = performance.now();
    const at = Math.max(now, next_request_at.get(host) ?? 0);
    next_request_at.set(host, at + (delays.get(host) ?? limits.delay_ms));
    if (at - now >= time_left()) return false;
    if (at > now) await sleep(at - now);
    return true;
  };

  const fetchRobots = async (origin: string): Promise<HostRobots> => {
    const timeout_ms = Math.min(ROBOTS_MS, time_left());
    if (timeout_ms <= 0) return robotsWithoutBody(timedOut(origin))!;
    const request = { timeout_ms, max_bytes: ROBOTS_BYTES, cut: true, max_redirects: 5, user_agent, connections, pause };
    let at: URL | null = null;
    const outcome = await fetchParsed(
      fetch,
      `${origin}/robots.txt`,
      { ...request, headers: { accept: 'text/plain, */*;q=0.1' } },
      read_robots,
      (answer) => {
        if (isFetched(answer)) at = new URL(answer.url);
        return robotsWithoutBody(answer) ?? parseWith({});
      },
    ).catch((error) => {
      if (!isTooCostly(error)) throw error;
      const detail = 'robots.txt is too large to read, so we read nothing else';
      return noRobots({ code: error.code, detail, ended: true });
    });
    // An HTML page in its place is not a robots.txt.
    const read: HostRobots = outcome === null ? noRobots() : 'found' in outcome ? outcome : { ...outcome, found: true, trouble: null };
    const host = new URL(origin).host;
    const crawl_delay_ms = (read.crawl_delay ?? 0) * 1000;
    delays.set(host, Math.min(limits.longest_delay_ms, Math.max(limits.delay_ms, crawl_delay_ms)));
    shareRobots(origin, at, read);
    return read;
  };

  /** http://example.com usually redirects to the robots.txt of https://example.com; do not fetch it twice. */
  const shareRobots = (origin: string, at: URL | null, read: HostRobots): void => {
    if (!at || at.origin === origin || at.pathname !== '/robots.txt' || robots.has(at.origin)) return;
    robots.set(at.origin, Promise.resolve(read));
    delays.set(at.host, delays.get(new URL(origin).host)!);
  };

  const robotsOf = (url: URL): Promise<HostRobots> => {
    const known = robots.get(url.origin) ?? fetchRobots(url.origin);
    robots.set(url.origin, known);
    return known;
  };

  return {
    robotsOf,
    async mayFetch(url) {
      const { rules, trouble } = await robotsOf(url);
      if (trouble) return { ...trouble, at: url };
      try {
        if (rules === '' || (await pause(runParser(check_robots, { rules, url: url.href })))) return null;
      } catch (error) {
        if (!isTooCostly(error)) throw error;
        return {
          code: error.code,
          detail: inEnglish(msg('robots.txt of {host} is too large to read'), { host: url.host }),
          at: url,
          ended: true,
        };
      }
      return {
        code: 'robots_disallowed',
        detail: inEnglish(msg('robots.txt of {host} does not allow {path}'), { host: url.host, path: url.pathname }),
        at: url,
      };
    },
    async fetch(url, { timeout_ms, max_bytes, cut, accept, headers }, task, decide) {
      const in_time = (await waitForTurn(url.host)) && time_left() > 0;
      const request = { timeout_ms: Math.min(timeout_ms, time_left()), max_bytes, cut, user_agent, connections, redirect: 'tell' as const };
      // Out of time: report a timeout without sending the request.
      const fetchInTime: GuardedFetch = in_time ? fetch : async () => timedOut(url.href);
      return fetchParsed(fetchInTime, url.href, { ...request, pause, headers: { ...headers, accept } }, task, decide);
    },
    time_left,
    // A crawl delay implies sequential requests.
    concurrency: async (url) => ((await robotsOf(url)).crawl_delay ? 1 : limits.at_once),
    close: () => connections.close(),
  };
};

/** Measures elapsed time without the time spent waiting for our own parser. */
const stopwatch = () => {
  const began = performance.now();
  let paused_ms = 0;
  let paused_at = 0;
  let pauses = 0;
  return {
    elapsed_ms: () => (pauses > 0 ? paused_at : performance.now()) - began - paused_ms,
    /** Pauses until the work is done. */
    async pause<T>(work: Promise<T>): Promise<T> {
      if (pauses++ === 0) paused_at = performance.now();
      try {
        return await work;
      } finally {
        if (--pauses === 0) paused_ms += performance.now() - paused_at;
      }
    },
  };
};
