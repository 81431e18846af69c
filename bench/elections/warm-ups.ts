import type { Chance } from '../support/random.ts';
import { type AttackedWeek, rankHonest } from './attacked-week.ts';
import type { WarmUp } from './attacks.ts';
import { between, isLikely, shuffle } from './draws.ts';
import type { Activity, Launch, Person } from './people.ts';
import { pickLaunches } from './population.ts';
import { drawUsualTime, HOUR, MINUTE, weekStart } from './times.ts';

export interface Account {
  person: Person;
  /** When it votes for the target. */
  at: number;
}

/** What a script does with each account besides its vote, and with how many more visits. Farms share this among their customers. */
export const WARM_UP_COSTS: Record<WarmUp, { acts: number; visits: number }> = {
  random: { acts: 3, visits: 2 },
  leaders: { acts: 3, visits: 2 },
  comments: { acts: 3, visits: 2 },
  customers: { acts: 0, visits: 2 },
  winners: { acts: 4, visits: 4 },
  'signs of life': { acts: 6, visits: 3 },
  curious: { acts: 0.4, visits: 0 },
  'paid comments': { acts: 2, visits: 0 },
};

/** The digest is for accounts that are to look alive. */
export const SUBSCRIBER_SHARES: Partial<Record<WarmUp, number>> = { comments: 0.5, winners: 0.3, 'signs of life': 0.6, curious: 0.15 };

/** An attack on a launch in one of the weeks. */
export interface WarmUpPlan {
  chance: Chance;
  weeks: AttackedWeek[];
  week: AttackedWeek;
  target: Launch;
  accounts: Account[];
  name: string;
}

/** What makes accounts look alive, in this week and up to five weeks before. */
export const warmUp = ({ chance, weeks, week, target, accounts, name }: WarmUpPlan, how: WarmUp): void => {
  const earlier = weeks.filter((other) => !other.is_quiet && other.week < week.week && other.week >= week.week - 5);
  const customers = new Map(earlier.map((other) => [other, chance.of(other.launches)]));
  const voteAt = (other: AttackedWeek, person: Person, launch: Launch, at: number) => {
    if (launch === target || at < person.created_at + HOUR) return;
    other.ballots.push({ person, launch, at, address: person.network(chance), referrer: null, motive: 'cover', group: name });
  };
  const vote = (other: AttackedWeek, person: Person, launch: Launch) =>
    voteAt(other, person, launch, drawUsualTime(chance, weekStart(other.week)));
  const act = (other: AttackedWeek, person: Person, at: number, acts: [Activity['kind'], Launch | null][]) => {
    const address = person.network(chance);
    for (const [n, [kind, launch]] of acts.entries()) other.activities.push({ kind, person, launch, at: at + n * MINUTE, address });
  };
  const leadersOf = (other: AttackedWeek): Launch[] =>
    rankHonest(other)
      .slice(0, 3)
      .map(([launch]) => launch);

  const voteForSome = ({ person }: Account, likes: (other: AttackedWeek) => Launch[]) => {
    for (const other of shuffle(chance, [...earlier, week]).slice(0, WARM_UP_COSTS.random.visits))
      for (const launch of shuffle(chance, likes(other)).slice(0, between(chance, 1, 2))) vote(other, person, launch);
  };
  const WAYS: Record<WarmUp, (account: Account) => void> = {
    random: (account) => voteForSome(account, ({ launches }) => launches),
    leaders: (account) => voteForSome(account, leadersOf),
    comments: ({ person }) => {
      for (const other of shuffle(chance, [...earlier, week]).slice(0, 2)) {
        const at = drawUsualTime(chance, weekStart(other.week));
        if (at < person.created_at + HOUR) continue;
        act(other, person, at, [
          ['visit', null],
          [chance.of(['comment', 'follow', 'follow']), chance.of(other.launches)],
        ]);
      }
    },
    customers: ({ person }) => {
      for (const other of earlier) if (isLikely(chance, 0.6)) vote(other, person, customers.get(other)!);
    },
    winners: ({ person }) => {
      for (const other of earlier) {
        if (!isLikely(chance, 0.8)) continue;
        const at = drawUsualTime(chance, weekStart(other.week));
        if (at < person.created_at + HOUR) continue;
        act(other, person, at, [['visit', null]]);
        voteAt(other, person, chance.of(leadersOf(other)), at + MINUTE);
      }
    },
    'signs of life': ({ person }) => {
      const possible = [...earlier, week].filter((other) => weekStart(other.week) > person.created_at);
      for (const [n, other] of shuffle(chance, possible).slice(0, 3).entries()) {
        const at = drawUsualTime(chance, weekStart(other.week));
        const [liked, followed] = pickLaunches(chance, other.launches, 2);
        act(other, person, at, [
          ['visit', null],
          ['follow', followed!],
          ...(n === 0 ? [['comment', liked!] as [Activity['kind'], Launch]] : []),
        ]);
        if (n < 2) voteAt(other, person, liked!, at + 2 * MINUTE);
      }
    },
    curious: ({ person, at }) => {
      if (isLikely(chance, 0.12))
        for (const launch of pickLaunches(chance, week.launches, between(chance, 1, 2)))
          if (launch !== target) {
            const later = Math.min(at + (1 + chance.below(12)) * MINUTE, weekStart(week.week + 1) - MINUTE);
            week.ballots.push({ person, launch, at: later, address: person.network(chance), referrer: null, motive: 'cover', group: name });
          }
      if (isLikely(chance, 0.08)) act(week, person, at + MINUTE, [['follow', target]]);
      if (isLikely(chance, 0.04)) act(week, person, at + 3 * MINUTE, [['comment', target]]);
    },
    'paid comments': ({ person, at }) =>
      act(week, person, at + MINUTE, [
        ['follow', target],
        ['comment', target],
      ]),
  };
  for (const account of accounts) WAYS[how](account);
};
