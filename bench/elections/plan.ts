import type { Chance } from '../support/random.ts';
import type { AttackedWeek } from './attacked-week.ts';
import { ATTACKS, type Attack } from './attacks.ts';
import { addCampaign, type Campaign } from './campaigns.ts';
import { between, chanceFor, drawSkewed, shuffle } from './draws.ts';
import { addHonestVotes } from './honest.ts';
import { drawDomain, drawMailbox, restartMailboxes } from './mailboxes.ts';
import { homeNetwork } from './networks.ts';
import { drawAge, type Launch, type Person } from './people.ts';
import { makePerson, makePopulation } from './population.ts';
import { DAY, weekStart } from './times.ts';

/** Weeks before the first that is measured, so that the site has a history. */
export const HISTORY_WEEKS = 8;
/** Measured weeks that share a site. */
export const BLOCK_WEEKS = 25;
const ATTACKS_PER_WEEK = 3;
/** One week in ten has no attack. */
const QUIET_EVERY = 10;

export interface WeekPlan extends AttackedWeek {
  /** Null for weeks of the history. */
  seed: number | null;
  campaigns: Campaign[];
}

const makeLaunches = (chance: Chance, week: number): Launch[] =>
  Array.from({ length: between(chance, 10, 18) }, (_, at) => {
    const domain = `${drawDomain(chance).split('.')[0]}${week}x${at}.com`;
    const created_at = weekStart(week) - 2 * DAY - drawAge(chance) / 4;
    const maker = makePerson(chance, at % 3 === 0 ? `hello@${domain}` : drawMailbox(chance), homeNetwork(chance), created_at);
    return { week, slug: `w${week}-${at}`, name: `Product ${week}/${at}`, domain, maker, appeal: drawSkewed(chance, 1, 1) };
  });

/** Attacks take turns: all of them before one comes again, in an order that changes. Which ones a week has depends on its seed alone. */
const attacksOf = (seed: number, attacks: Attack[]): Attack[] =>
  Array.from({ length: Math.min(ATTACKS_PER_WEEK, attacks.length) }, (_, n) => {
    const earlier = seed - 1 - Math.floor((seed - 1) / QUIET_EVERY);
    const turn = earlier * ATTACKS_PER_WEEK + n;
    const round = Math.floor(turn / attacks.length);
    return shuffle(chanceFor(round, 'turns'), attacks)[turn % attacks.length]!;
  });

export interface BlockOptions {
  first_seed: number;
  weeks: number;
  /** Only attacks whose name has this text, or one of several with | between them; none if it is null. */
  only: string | null;
}

/**
 * Everything that happens on a site: first a history without attacks, then one week for each seed. All weeks of a block are planned, so
 * that the first are the same however many are simulated.
 */
export const planBlock = ({ first_seed, only }: BlockOptions): WeekPlan[] => {
  restartMailboxes();
  const population = makePopulation(chanceFor(first_seed, 'population'), HISTORY_WEEKS + BLOCK_WEEKS);
  const alumni: Person[] = [];
  const attacks = only === null ? [] : ATTACKS.filter(({ name }) => only.split('|').some((text) => name.includes(text)));
  const plans = Array.from({ length: HISTORY_WEEKS + BLOCK_WEEKS }, (_, week): WeekPlan => {
    const seed = week < HISTORY_WEEKS ? null : first_seed + week - HISTORY_WEEKS;
    const chance = seed === null ? chanceFor(first_seed, `history ${week}`) : chanceFor(seed, 'honest');
    const launches = makeLaunches(chance, week);
    const honest = { chance, start: weekStart(week), launches, population, alumni, ballots: [], activities: [] };
    addHonestVotes(honest);
    const is_quiet = seed !== null && seed % QUIET_EVERY === 0;
    return { week, seed, launches, ballots: honest.ballots, activities: honest.activities, is_quiet, campaigns: [] };
  });
  for (const plan of plans) {
    if (plan.seed === null || plan.is_quiet) continue;
    const taken = new Set<Launch>();
    for (const [n, attack] of attacksOf(plan.seed, attacks).entries())
      plan.campaigns.push(addCampaign(chanceFor(plan.seed, `${attack.name} ${n}`), plans, plan, attack, taken));
  }
  return plans;
};
