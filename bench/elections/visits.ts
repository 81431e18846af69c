import type { Chance } from '../support/random.ts';
import { isLikely, pickWeighted } from './draws.ts';
import { drawMailbox, drawOwnMailbox, drawPlusMailbox, drawRelayMailbox } from './mailboxes.ts';
import { buildingNetwork, carrierNetwork, homeNetwork, type Network, vpnNetwork } from './networks.ts';
import { type Activity, type Ballot, drawAge, drawSignUpDelay, type Launch, type Person } from './people.ts';
import { drawNumber, type Member, makePerson, pickLaunches } from './population.ts';
import { DAY, drawHour, HOUR, MINUTE, WEEK } from './times.ts';

/** A week while it is planned. */
export interface HonestWeek {
  chance: Chance;
  start: number;
  launches: Launch[];
  population: Member[];
  /** People whom makers brought in earlier weeks. */
  alumni: Person[];
  ballots: Ballot[];
  activities: Activity[];
}

interface Visit {
  group: string;
  person: Person;
  launch: Launch;
  at: number;
  referrer: string | null;
  /** How likely they look at other launches too. */
  curiosity?: number;
  /** They vote and leave: no follow, no comment. */
  only_votes?: boolean;
}

/** A vote, and what people do besides: some look around, follow or comment. */
export const addVisit = (week: HonestWeek, { group, person, launch, at, referrer, curiosity = 0.12, only_votes }: Visit): void => {
  const { chance, launches } = week;
  const address = person.network(chance);
  const vote = (launch: Launch, at: number) => {
    if (launch.maker !== person && at < week.start + WEEK)
      week.ballots.push({ person, launch, at: Math.floor(at), address, referrer, motive: 'honest', group });
  };
  vote(launch, at);
  if (only_votes) return;
  if (isLikely(chance, 0.08)) week.activities.push({ kind: 'follow', person, launch, at: at + MINUTE, address });
  if (isLikely(chance, 0.04)) week.activities.push({ kind: 'comment', person, launch, at: at + 3 * MINUTE, address });
  if (!isLikely(chance, curiosity)) return;
  const others = launches.filter((other) => other !== launch);
  for (const other of pickLaunches(chance, others, drawNumber(chance, 1.6))) vote(other, at + (1 + chance.below(12)) * MINUTE);
};

const drawAnyNetwork = (chance: Chance): Network =>
  pickWeighted(chance, [
    [homeNetwork(chance), 66],
    [carrierNetwork(chance), 22],
    [buildingNetwork(chance), 8],
    [vpnNetwork, 4],
  ]);

const drawAnyMailbox = (chance: Chance): string =>
  pickWeighted(chance, [
    [drawMailbox, 92],
    [drawOwnMailbox, 3],
    [drawPlusMailbox, 2],
    [drawRelayMailbox, 3],
  ])(chance);

export interface Arrival {
  /** The share who sign up in order to vote; the others have an account already. */
  fresh?: number;
  email?: string;
  network?: Network;
}

/** Somebody whom a maker brought. */
export const drawArrival = (week: HonestWeek, at: number, { fresh = 0.7, email, network }: Arrival = {}): Person => {
  const { chance, alumni } = week;
  if (!email && !network && alumni.length > 0 && isLikely(chance, (1 - fresh) * 0.4)) return chance.of(alumni);
  const created_at = isLikely(chance, fresh) ? at - drawSignUpDelay(chance) : at - drawAge(chance);
  return makePerson(chance, email ?? drawAnyMailbox(chance), network ?? drawAnyNetwork(chance), created_at);
};

/** A busy hour of a working day. */
export const drawPost = ({ chance, start }: HonestWeek, last_day = 4): number =>
  start + chance.below(last_day + 1) * DAY + drawHour(chance) + chance.below(HOUR);

/** Brings this many people to a launch. */
export type Channel = (week: HonestWeek, launch: Launch, people: number) => void;
