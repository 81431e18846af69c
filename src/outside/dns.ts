import { Resolver } from 'node:dns/promises';

/** Why the name servers did not say what a name has. That it has nothing is an answer. */
export interface NotAnswered {
  code: 'timed_out' | 'refused' | 'unreachable' | 'malformed_answer';
  detail: string;
}

export interface NameServers {
  /** The texts a name has, each in one piece; none where there is no such name. It never throws. */
  txt(name: string): Promise<string[] | NotAnswered>;
}

export const isAnswered = (outcome: string[] | NotAnswered): outcome is string[] => Array.isArray(outcome);

/** The first try's; the second waits twice as long. */
const TIMEOUT_MS = 1500;
const TRIES = 2;
const MOST_TEXTS = 100;

const NOTHING_THERE = ['ENOTFOUND', 'ENODATA'];

const FAULTS: Record<string, NotAnswered> = {
  ETIMEOUT: { code: 'timed_out', detail: 'the name servers did not answer in time' },
  ECANCELLED: { code: 'timed_out', detail: 'the name servers did not answer in time' },
  ESERVFAIL: { code: 'refused', detail: 'the name servers of the domain could not answer' },
  EREFUSED: { code: 'refused', detail: 'the name servers refused to answer' },
  ECONNREFUSED: { code: 'unreachable', detail: 'no name server could be reached' },
};
const MALFORMED: NotAnswered = { code: 'malformed_answer', detail: 'what the name servers answered could not be read' };

/** The name servers of this machine, or those that are named. */
export const openNameServers = (servers: string[] | null = null, timeout_ms = TIMEOUT_MS): NameServers => ({
  async txt(name) {
    // One for each question: it can be called off by itself, and nothing of an earlier answer is remembered.
    const asked = new Resolver({ timeout: timeout_ms, tries: TRIES });
    if (servers) asked.setServers(servers);
    // Whoever else is asked, and in whatever way, it ends.
    const late = setTimeout(() => asked.cancel(), 4 * timeout_ms);
    try {
      return (await asked.resolveTxt(name)).slice(0, MOST_TEXTS).map((parts) => Buffer.from(parts.join(''), 'latin1').toString());
    } catch (error) {
      const { code = '' } = error as { code?: string };
      return NOTHING_THERE.includes(code) ? [] : (FAULTS[code] ?? MALFORMED);
    } finally {
      clearTimeout(late);
    }
  },
});
