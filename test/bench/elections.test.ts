import { describe, expect, it } from 'vitest';
import { ATTACKS } from '../../bench/elections/attacks.ts';
import { kindOf } from '../../bench/elections/kinds.ts';
import type { Ballot, Launch } from '../../bench/elections/people.ts';
import { planBlock, type WeekPlan } from '../../bench/elections/plan.ts';
import { MINUTE, WEEK, weekStart } from '../../bench/elections/times.ts';

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

  const bought = (attack: string): Ballot[] => ballots.filter(({ group, motive }) => group === attack && motive === 'bought');
  const honest = (launch: Launch, group: string): Ballot[] =>
    ballots.filter((ballot) => ballot.launch === launch && ballot.group === group);

  it('has a kind for each attack, by a different name', () => {
    expect(ATTACKS.filter(({ name }) => !kindOf(name))).toEqual([]);
    expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
  });

  it('has crowds that sign up for one vote, share a carrier or hide their addresses', () => {
    const votes = Map.groupBy(ballots, ({ group }) => group);
    const only_once = new Set(votes.get('front page')!.map(({ person }) => person));
    expect(plans.flatMap((week) => week.activities).filter(({ person }) => only_once.has(person))).toEqual([]);
    const [community] = Map.groupBy(votes.get('language community')!, ({ launch }) => launch).values();
    const networks = Map.groupBy(community!, ({ address }) => address.split(/[.:]/, 2).join());
    expect(Math.max(...[...networks.values()].map((some) => some.length))).toBeGreaterThan(community!.length / 4);
    const chat = votes.get('chat server')!;
    const hidden = chat.filter(({ person }) => /@(icloud|privaterelay\.appleid|mozmail|duck)\.com$/.test(person.email));
    expect(hidden.length).toBeGreaterThan(chat.length * 0.4);
  });

  it('steals only accounts that voted honestly in an earlier week', () => {
    for (const { person, launch } of bought('bought passwords of members'))
      expect(
        ballots.some((other) => other.person === person && other.motive === 'honest' && other.launch.week < launch.week),
        person.email,
      ).toBe(true);
  });

  it('keeps attacks as small and as late as they are meant', () => {
    for (const { attack, target, votes } of campaigns) {
      if (attack.name === 'a mixture: six groups of nine') expect(votes).toBeLessThanOrEqual(54);
      if (!attack.like_newsletter) continue;
      const readers = honest(target, 'newsletter').length;
      if (readers >= 10) expect(votes).toBeLessThanOrEqual(readers);
    }
    for (const { at, launch } of bought('bought mailboxes in the last minutes'))
      expect(at).toBeGreaterThanOrEqual(weekStart(launch.week) + WEEK - 25 * MINUTE);
  });

  it('gives accounts signs of life, once they exist', () => {
    const used = new Set(bought('warmed up with signs of life').map(({ person }) => person));
    expect(used.size).toBeGreaterThan(0);
    const acts = plans.flatMap((week) => week.activities).filter(({ person }) => used.has(person));
    expect(new Set(acts.map(({ kind }) => kind))).toEqual(new Set(['visit', 'follow', 'comment']));
    expect(acts.filter(({ person, at }) => at < person.created_at)).toEqual([]);
  });
});
