import { setTimeout as sleep } from 'node:timers/promises';
import { type Fetched, type GuardedFetch, isFetched, type NotFetched } from '../../../outside/guarded-fetch.ts';
import { keepConnections } from '../../../outside/pinned-connections.ts';
import type { Bounds, ReadFailure } from './reading.ts';
import { ALL_SHUT, mayRead, NO_RULES, type RobotsFile, readRobots } from './robots.ts';

/** Why an address was not read, and which: a redirect may have led elsewhere. */
export interface Refused {
  code: ReadFailure;
  detail: string;
  at: URL;
}

/** What a host's robots.txt came to. */
export interface HostRobots {
  found: boolean;
  file: RobotsFile;
  /** Why nothing may be read although no rule says so. */
  trouble: Omit<Refused, 'at'> | null;
}

export interface Visits {
  robotsOf(url: URL): Promise<HostRobots>;
  /** Whether the site lets this address be read, or why not. */
  mayVisit(url: URL): Promise<Refused | null>;
  /** One request, in turn, redirects told and not followed. */
  visit(url: URL, asking: { timeout_ms: number; max_bytes: number; cut?: boolean; accept: string }): Promise<Fetched | NotFetched>;
  /** Of the given time, or of all there is. */
  time_left(of?: number): number;
  /** How many requests may be under way at once. */
  at_once(url: URL): Promise<number>;
  close(): void;
}

/** What RFC 9309 asks a crawler to read of a robots.txt at least; we read no more. */
const ROBOTS_BYTES = 500 * 1024;
const ROBOTS_MS = 8_000;

const FAILURES: Record<NotFetched['code'], ReadFailure> = {
  invalid_url: 'not_a_website',
  address_not_allowed: 'address_not_allowed',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  too_large: 'too_large',
  too_many_redirects: 'unreachable',
  malformed_answer: 'unreachable',
};

export const refusedBy = ({ code, detail }: NotFetched, at: URL): Refused => ({ code: FAILURES[code], detail, at });

const isPage = (text: string): boolean => /^\ufeff?\s*<(!doctype|html|head|body)/i.test(text.slice(0, 200));

/** 4xx: there are no rules. 5xx or no answer: nothing may be read (RFC 9309, 2.3.1). A page in its place is no robots.txt. */
const robotsFrom = (outcome: Fetched | NotFetched): HostRobots => {
  if (!isFetched(outcome)) {
    if (outcome.code === 'too_many_redirects') return { found: false, file: NO_RULES, trouble: null };
    const detail = `robots.txt could not be read, so nothing else was: ${outcome.detail}`;
    return { found: false, file: ALL_SHUT, trouble: { code: FAILURES[outcome.code], detail } };
  }
  const { status, body } = outcome;
  if (status >= 500) {
    const detail = `robots.txt answered ${status}, which means that nothing may be read until it answers`;
    return { found: false, file: ALL_SHUT, trouble: { code: 'robots_disallowed', detail } };
  }
  const text = body.toString('utf8');
  if (status < 200 || status >= 300 || isPage(text)) return { found: false, file: NO_RULES, trouble: null };
  return { found: true, file: readRobots(text), trouble: null };
};

/** The requests of one reading: in turn for each host, over kept connections, until its time is up. */
export const openVisits = (fetch: GuardedFetch, bounds: Bounds, user_agent: string): Visits => {
  const connections = keepConnections();
  const began = performance.now();
  const until = began + bounds.total_ms;
  const robots = new Map<string, Promise<HostRobots>>();
  const delays = new Map<string, number>();
  const next_turn = new Map<string, number>();
  const time_left = (of = bounds.total_ms) => Math.max(0, began + of - performance.now());
  const late = (url: string): NotFetched => ({ code: 'timed_out', detail: 'the time for this site was up', url });

  const turn = async (host: string): Promise<boolean> => {
    const now = performance.now();
    const at = Math.max(now, next_turn.get(host) ?? 0);
    next_turn.set(host, at + (delays.get(host) ?? bounds.delay_ms));
    if (at >= until) return false;
    if (at > now) await sleep(at - now);
    return true;
  };

  const fetchRobots = async (origin: string): Promise<HostRobots> => {
    const timeout_ms = Math.min(ROBOTS_MS, time_left());
    if (timeout_ms <= 0) return robotsFrom(late(origin));
    const asking = { timeout_ms, max_bytes: ROBOTS_BYTES, cut: true, max_redirects: 5, user_agent, connections };
    const outcome = await fetch(`${origin}/robots.txt`, { ...asking, headers: { accept: 'text/plain, */*;q=0.1' } });
    const read = robotsFrom(outcome);
    const host = new URL(origin).host;
    const asked_for = (read.file.crawl_delay ?? 0) * 1000;
    delays.set(host, Math.min(bounds.longest_delay_ms, Math.max(bounds.delay_ms, asked_for)));
    // The file of http://example.com is most often that of https://example.com: it need not be asked for twice.
    const at = isFetched(outcome) ? new URL(outcome.url) : null;
    if (at && at.origin !== origin && at.pathname === '/robots.txt' && !robots.has(at.origin)) {
      robots.set(at.origin, Promise.resolve(read));
      delays.set(at.host, delays.get(host)!);
    }
    return read;
  };

  const robotsOf = (url: URL): Promise<HostRobots> => {
    const known = robots.get(url.origin) ?? fetchRobots(url.origin);
    robots.set(url.origin, known);
    return known;
  };

  return {
    robotsOf,
    async mayVisit(url) {
      const { file, trouble } = await robotsOf(url);
      if (trouble) return { ...trouble, at: url };
      if (mayRead(file, url)) return null;
      return { code: 'robots_disallowed', detail: `robots.txt of ${url.host} does not allow ${url.pathname}`, at: url };
    },
    async visit(url, { timeout_ms, max_bytes, cut, accept }) {
      if (!(await turn(url.host)) || time_left() <= 0) return late(url.href);
      const asking = { timeout_ms: Math.min(timeout_ms, time_left()), max_bytes, cut, user_agent, connections, redirect: 'tell' as const };
      return fetch(url.href, { ...asking, headers: { accept } });
    },
    time_left,
    // Who asks for a delay asks for one request after the other.
    at_once: async (url) => ((await robotsOf(url)).file.crawl_delay ? 1 : bounds.at_once),
    close: () => connections.close(),
  };
};
