import type { Chance } from '../support/random.ts';
import type { AttackedWeek } from './attacked-week.ts';
import { between, drawWait, isLikely, shuffle } from './draws.ts';
import type { Launch, Person } from './people.ts';
import { drawNumber, pickLaunches } from './population.ts';
import { DAY, drawUsualTime, HOUR, WEEK, weekStart } from './times.ts';

const weeksAround = (weeks: AttackedWeek[], week: AttackedWeek): AttackedWeek[] =>
  weeks.filter((other) => other.week <= week.week && other.week > week.week - 8 && (other === week || !other.is_quiet));

/** A vote of a maker, unless they gave it already or had no account. */
const addVote = (chance: Chance, own_week: AttackedWeek, maker: Person, launch: Launch, at: number, target: Launch, group: string) => {
  if (maker === launch.maker || maker.created_at > weekStart(launch.week)) return;
  if (own_week.ballots.some((ballot) => ballot.launch === launch && ballot.person === maker)) return;
  const motive = launch === target ? 'bought' : 'cover';
  own_week.ballots.push({ person: maker, launch, at, address: maker.network(chance), referrer: null, motive, group });
};

/** Makers of the last weeks who vote for the launch of each other, week after week, and for little else. */
const tradeVotes = (chance: Chance, weeks: AttackedWeek[], week: AttackedWeek, target: Launch, name: string): void => {
  const members = weeksAround(weeks, week).flatMap((other) =>
    other === week ? [target] : pickLaunches(chance, other.launches, 3 + drawNumber(chance, 2)),
  );
  for (const launch of members) {
    const own_week = weeks.find((other) => other.week === launch.week)!;
    for (const { maker } of members) {
      const at = Math.min(weekStart(launch.week) + 8 * HOUR + drawWait(chance, DAY), weekStart(launch.week) + WEEK - HOUR);
      addVote(chance, own_week, maker, launch, at, target, name);
    }
  }
};

const RING_MEMBERS = 30;

/**
 * A chat of 30 makers of the last weeks. For each launch of a member, others of them have time, when it suits them; some of them also vote
 * for launches beside it, as the chat's rules advise.
 */
const takeTurns = (chance: Chance, weeks: AttackedWeek[], week: AttackedWeek, target: Launch, name: string): void => {
  const earlier = weeksAround(weeks, week).filter((other) => other !== week);
  const launches = shuffle(
    chance,
    earlier.flatMap((other) => other.launches),
  ).slice(0, RING_MEMBERS - 1);
  for (const launch of [...launches, target]) {
    const own_week = weeks.find((other) => other.week === launch.week)!;
    const members = shuffle(chance, [...launches, target]).slice(0, between(chance, 12, 22));
    for (const { maker } of members) {
      const at = drawUsualTime(chance, weekStart(launch.week));
      addVote(chance, own_week, maker, launch, at, target, name);
      if (isLikely(chance, 0.4)) {
        const [other] = pickLaunches(chance, own_week.launches, 1);
        if (other !== target) addVote(chance, own_week, maker, other!, at, target, name);
      }
    }
  }
};

export const RINGS = { small: tradeVotes, 'in turns': takeTurns };
