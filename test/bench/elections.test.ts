import { describe, expect, it } from 'vitest';
import { ATTACKS } from '../../bench/elections/attacks.ts';
import type { Ballot } from '../../bench/elections/people.ts';
import { planBlock, type WeekPlan } from '../../bench/elections/plan.ts';
import { WEEK, weekStart } from '../../bench/elections/times.ts';

const plan = (only: string | null): WeekPlan[] => planBlock({ first_seed: 1, weeks: 25, only });
const describeVote = ({ person, launch, at, address, referrer, group }: Ballot): string =>
  `${person.email} ${person.created_at} ${launch.slug} ${at} ${address} ${referrer} ${group}`;
const honestVotes = (plans: WeekPlan[]): string[] =>
  plans.flatMap(({ ballots }) => ballots.filter(({ motive }) => motive === 'honest').map(describeVote));

describe('the plan of simulated weeks', () => {
  const plans = plan('');
  const ballots = plans.flatMap((week) => week.ballots);
  const campaigns = plans.flatMap((week) => week.campaigns);

  it('is the same for the same seed', () => {
    expect(
      plan('')
        .flatMap((week) => week.ballots)
        .map(describeVote),
    ).toEqual(ballots.map(describeVote));
  });

  it('has the same honest votes with and without attacks', () => {
    expect(honestVotes(plan(null))).toEqual(honestVotes(plans));
  });

  it('has possible votes only: in the week of the launch, by an account that exists, once, and never by the maker', () => {
    const impossible = ballots.filter(
      ({ person, launch, at }) =>
        at < weekStart(launch.week) || at >= weekStart(launch.week) + WEEK || person.created_at > at || launch.maker === person,
    );
    expect(impossible.map(describeVote)).toEqual([]);
    const by_person = Map.groupBy(ballots, ({ person }) => person);
    const twice = [...by_person.values()].filter((votes) => new Set(votes.map(({ launch }) => launch)).size < votes.length);
    expect(twice.flat().map(describeVote)).toEqual([]);
  });

  it('runs every attack within its budget, and none in quiet weeks', () => {
    expect(new Set(campaigns.map(({ attack }) => attack.name))).toEqual(new Set(ATTACKS.map(({ name }) => name)));
    expect(campaigns.filter(({ attack, dollars }) => dollars > attack.budget * 1.1)).toEqual([]);
    const quiet = plans.filter(({ is_quiet }) => is_quiet);
    expect(quiet).toHaveLength(2);
    expect(quiet.flatMap((week) => week.ballots).filter(({ motive }) => motive !== 'honest')).toEqual([]);
  });
});
