import { Resolver } from 'node:dns/promises';
import { msg } from '../kernel/language/messages.ts';
import { inEnglish } from '../kernel/language/stored.ts';

/** Why a DNS query failed. That a name has no records is not a failure. */
export interface DnsFailure {
  code: 'timed_out' | 'refused' | 'unreachable' | 'malformed_answer';
  detail: string;
}

export interface NameServers {
  /** The TXT records of a name; empty if there is no such name. Never throws. */
  txt(name: string): Promise<string[] | DnsFailure>;
}

export const isDnsAnswer = (outcome: string[] | DnsFailure): outcome is string[] => Array.isArray(outcome);

/** Timeout of the first attempt; the second waits twice as long. */
const TIMEOUT_MS = 1500;
const TRIES = 2;
const MAX_TEXTS = 100;

const NO_RECORDS = ['ENOTFOUND', 'ENODATA'];

const FAILURES: Record<string, DnsFailure> = {
  ETIMEOUT: { code: 'timed_out', detail: inEnglish(msg('the name servers didn’t respond in time')) },
  ECANCELLED: { code: 'timed_out', detail: inEnglish(msg('the name servers didn’t respond in time')) },
  ESERVFAIL: { code: 'refused', detail: inEnglish(msg('the domain’s name servers reported an error')) },
  EREFUSED: { code: 'refused', detail: inEnglish(msg('the name servers refused the request')) },
  ECONNREFUSED: { code: 'unreachable', detail: inEnglish(msg('no name server could be reached')) },
};
const MALFORMED: DnsFailure = { code: 'malformed_answer', detail: inEnglish(msg('the name servers’ response couldn’t be read')) };

export const openNameServers = (servers?: string[] | null, timeout_ms = TIMEOUT_MS): NameServers => ({
  async txt(name) {
    // One resolver per query, so that it can be cancelled separately and caches nothing.
    const resolver = new Resolver({ timeout: timeout_ms, tries: TRIES });
    if (servers) resolver.setServers(servers);
    // Overall timeout, whatever the resolver does.
    const timer = setTimeout(() => resolver.cancel(), 4 * timeout_ms);
    try {
      return (await resolver.resolveTxt(name)).slice(0, MAX_TEXTS).map((parts) => Buffer.from(parts.join(''), 'latin1').toString());
    } catch (error) {
      const { code = '' } = error as { code?: string };
      return NO_RECORDS.includes(code) ? [] : (FAILURES[code] ?? MALFORMED);
    } finally {
      clearTimeout(timer);
    }
  },
});
