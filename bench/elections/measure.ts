import { chanceFor } from './draws.ts';
import type { Launch, Person } from './people.ts';
import { HISTORY_WEEKS, type WeekPlan } from './plan.ts';
import { PRICES } from './prices.ts';
import { weekStart } from './times.ts';
import { analyze, beginWeek, castWeek, type Outcome, readWeek, type SignUp, signUpUntil, type World, writeLaunches } from './world.ts';

/** What became of one attack. */
export interface CampaignResult {
  attack: string;
  seed: number;
  dollars: number;
  is_cheap: boolean;
  bought: number;
  counted: number;
  held: number;
  /** Honest votes of the same launch, and how many of them do not count. */
  honest: number;
  honest_lost: number;
  place_before: number;
  place_after: number;
  /** It has one of the first three places that honest votes alone would not give it; for a rival: it lost the one it has. */
  took_place: boolean;
  reasons: Record<string, number>;
}

export interface GroupResult {
  group: string;
  seed: number;
  cast: number;
  lost: number;
  reasons: Record<string, number>;
}

export interface WeekResult {
  seed: number;
  launches: number;
  is_quiet: boolean;
  campaigns: CampaignResult[];
  groups: GroupResult[];
}

const countReasons = (outcomes: Outcome[]): Record<string, number> => {
  const reasons: Record<string, number> = {};
  for (const { state, reason } of outcomes)
    if (state !== 'counted') {
      const name = reason ?? state;
      reasons[name] = (reasons[name] ?? 0) + 1;
    }
  return reasons;
};

const tally = (launches: Launch[], outcomes: Outcome[]): Map<Launch, number> => {
  const votes = new Map(launches.map((launch) => [launch, 0]));
  for (const { launch } of outcomes) votes.set(launch, votes.get(launch)! + 1);
  return votes;
};

/** The place of a launch with this many votes among the others. */
const placeOf = (launch: Launch, votes: number, others: Map<Launch, number>): number =>
  1 + [...others].filter(([other, theirs]) => other !== launch && theirs > votes).length;

/** A product's own staff never count, with an attack or without. */
const isOfStaff = ({ reason }: Outcome): boolean => reason === 'own_company' || reason === 'own_listing';

/**
 * Compares the frozen week with the same week without the attack: the same honest votes, for the launch itself all of them that are not of
 * its own staff. Other launches have the honest votes that counted, so that attacks of the same week do not hide each other.
 */
const measureCampaign = (plan: WeekPlan, outcomes: Outcome[], campaign: WeekPlan['campaigns'][number]): CampaignResult => {
  const { attack, target, dollars } = campaign;
  const bought = outcomes.filter(({ launch, motive, group }) => launch === target && motive === 'bought' && group === attack.name);
  const counted = bought.filter(({ state }) => state === 'counted').length;
  const honest = outcomes.filter(({ motive }) => motive === 'honest');
  const others = tally(
    plan.launches,
    honest.filter(({ state }) => state === 'counted'),
  );
  const own = honest.filter((outcome) => outcome.launch === target && !isOfStaff(outcome)).length;
  const place_before = placeOf(target, own, others);
  const place_after = placeOf(target, others.get(target)! + counted, others);
  const took_place = attack.target === 'rival' ? place_before <= 3 && place_after > 3 : place_before > 3 && place_after <= 3;
  return {
    attack: attack.name,
    seed: plan.seed!,
    dollars,
    is_cheap: dollars / Math.max(1, bought.length) < PRICES.real_person.dollars,
    bought: bought.length,
    counted,
    held: bought.length - counted,
    honest: own,
    honest_lost: own - others.get(target)!,
    place_before,
    place_after,
    took_place,
    reasons: countReasons(bought),
  };
};

const measureGroups = (plan: WeekPlan, outcomes: Outcome[]): GroupResult[] => {
  const groups = Map.groupBy(
    outcomes.filter(({ motive }) => motive === 'honest'),
    ({ group }) => group,
  );
  return [...groups].map(([group, votes]) => ({
    group,
    seed: plan.seed!,
    cast: votes.length,
    lost: votes.filter(({ state }) => state !== 'counted').length,
    reasons: countReasons(votes),
  }));
};

/** All accounts of a block, also of weeks to come: an account that waits for its use is already there. */
const listSignUps = (plans: WeekPlan[]): SignUp[] => {
  const addresses = new Map<Person, string>();
  for (const { week, launches, ballots, activities } of plans) {
    for (const { person, address } of [...ballots, ...activities].sort((a, b) => a.at - b.at))
      if (!addresses.has(person)) addresses.set(person, address);
    const chance = chanceFor(week, 'makers');
    for (const { maker } of launches) if (!addresses.has(maker)) addresses.set(maker, maker.network(chance));
  }
  return [...addresses].map(([person, address]) => ({ person, address })).toSorted((a, b) => a.person.created_at - b.person.created_at);
};

/** Lives through the history and this many weeks of a plan, and measures those that have a seed. */
export const runBlock = async (world: World, plans: WeekPlan[], weeks: number): Promise<WeekResult[]> => {
  const results: WeekResult[] = [];
  const sign_ups = listSignUps(plans);
  for (const plan of plans.slice(0, HISTORY_WEEKS + weeks)) {
    await signUpUntil(world, sign_ups, weekStart(plan.week));
    await writeLaunches(world, plan.launches);
    await beginWeek(world, plan.week);
    await castWeek(world, plan.ballots, plan.activities, sign_ups);
    await beginWeek(world, plan.week + 1);
    if (Number.isInteger(Math.log2(plan.week + 1))) await analyze(world);
    if (plan.seed === null) continue;
    const outcomes = await readWeek(world, plan.week, plan.ballots);
    const campaigns = plan.campaigns.map((campaign) => measureCampaign(plan, outcomes, campaign));
    const groups = measureGroups(plan, outcomes);
    results.push({ seed: plan.seed, launches: plan.launches.length, is_quiet: plan.is_quiet, campaigns, groups });
  }
  return results;
};
