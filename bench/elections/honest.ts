import type { Chance } from '../support/random.ts';
import { between, drawSkewed, drawWait, isLikely, pickSeveral, pickWeighted } from './draws.ts';
import { drawDomain, drawMailbox, drawOwnMailbox, drawPlusMailbox, drawRelayMailbox, mailboxAt } from './mailboxes.ts';
import { buildingNetwork, campusNetwork, carrierNetwork, homeNetwork, type Network, vpnNetwork } from './networks.ts';
import {
  type Activity,
  type Ballot,
  drawAge,
  drawMailReferrer,
  drawSignUpDelay,
  drawSiteReferrer,
  drawSocialReferrer,
  type Launch,
  type Person,
} from './people.ts';
import { drawNumber, type Member, makePerson, pickLaunches } from './population.ts';
import { DAY, drawHour, drawResponse, drawUsualTime, HOUR, MINUTE, WEEK } from './times.ts';

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
}

/** A vote, and what people do besides: some look around, follow or comment. */
const addVisit = (week: HonestWeek, { group, person, launch, at, referrer, curiosity = 0.12 }: Visit): void => {
  const { chance, launches } = week;
  const address = person.network(chance);
  const vote = (launch: Launch, at: number) => {
    if (launch.maker !== person && at < week.start + WEEK)
      week.ballots.push({ person, launch, at: Math.floor(at), address, referrer, motive: 'honest', group });
  };
  vote(launch, at);
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

interface Arrival {
  /** The share who sign up in order to vote; the others have an account already. */
  fresh?: number;
  email?: string;
  network?: Network;
}

/** Somebody whom a maker brought. */
const drawArrival = (week: HonestWeek, at: number, { fresh = 0.7, email, network }: Arrival = {}): Person => {
  const { chance, alumni } = week;
  if (!email && !network && alumni.length > 0 && isLikely(chance, (1 - fresh) * 0.4)) return chance.of(alumni);
  const created_at = isLikely(chance, fresh) ? at - drawSignUpDelay(chance) : at - drawAge(chance);
  return makePerson(chance, email ?? drawAnyMailbox(chance), network ?? drawAnyNetwork(chance), created_at);
};

/** A busy hour of a working day. */
const drawPost = ({ chance, start }: HonestWeek, last_day = 4): number =>
  start + chance.below(last_day + 1) * DAY + drawHour(chance) + chance.below(HOUR);

/** Brings this many people to a launch. */
type Channel = (week: HonestWeek, launch: Launch, people: number) => void;

/** One to three posts; most come on the same day. */
const fromSocial: Channel = (week, launch, people) => {
  const posts = Array.from({ length: between(week.chance, 1, 3) }, () => drawPost(week));
  for (let n = 0; n < people; n++) {
    const at = drawResponse(week.chance, week.chance.of(posts), 5 * HOUR, week.start + WEEK);
    addVisit(week, { group: 'social media', person: drawArrival(week, at), launch, at, referrer: drawSocialReferrer(week.chance) });
  }
};

/** Asked in person or in a chat; almost all sign up for this one vote. */
const fromFriends: Channel = (week, launch, people) => {
  const asked_at = drawPost(week, 1);
  for (let n = 0; n < people; n++) {
    const at = drawResponse(week.chance, asked_at, 14 * HOUR, week.start + WEEK);
    addVisit(week, { group: 'friends', person: drawArrival(week, at, { fresh: 0.85 }), launch, at, referrer: null, curiosity: 0.08 });
  }
};

/** A mail to many readers: half of those who vote do so within 40 minutes. */
const fromNewsletter: Channel = (week, launch, people) => {
  const { chance } = week;
  const sent_at = drawPost(week, 3);
  const host = `https://${drawDomain(chance)}/`;
  for (let n = 0; n < people; n++) {
    const at = drawResponse(chance, sent_at, 40 * MINUTE, week.start + WEEK);
    const referrer = isLikely(chance, 0.3) ? host : drawMailReferrer(chance);
    addVisit(week, { group: 'newsletter', person: drawArrival(week, at), launch, at, referrer });
  }
};

/** The product's users, invited by mail. A third are at work, often with colleagues, behind their company's address. */
const fromCustomers: Channel = (week, launch, people) => {
  const { chance } = week;
  const sent_at = drawPost(week, 2);
  const invite = (arrival: Arrival) => {
    const at = drawResponse(chance, sent_at, 10 * HOUR, week.start + WEEK);
    addVisit(week, { group: 'customers', person: drawArrival(week, at, arrival), launch, at, referrer: drawMailReferrer(chance) });
  };
  for (let left = people; left > 0; ) {
    const colleagues = isLikely(chance, 0.2) ? Math.min(left, between(chance, 2, 4)) : 1;
    if (colleagues > 1) {
      const [domain, network] = [drawDomain(chance), buildingNetwork(chance)];
      for (let n = 0; n < colleagues; n++) invite({ email: mailboxAt(chance, domain), network });
    } else invite({});
    left -= colleagues;
  }
};

/** A lesson: everybody signs up at once behind the school's address. */
const fromClassroom: Channel = (week, launch, people) => {
  const { chance, start } = week;
  const network = buildingNetwork(chance);
  const domain = isLikely(chance, 0.5) ? drawDomain(chance, ['edu', 'ac.uk', 'de']) : null;
  const begins_at = start + chance.below(5) * DAY + between(chance, 8, 15) * HOUR;
  const minutes = between(chance, 8, 40);
  for (let n = 0; n < people; n++) {
    const at = begins_at + chance.below(minutes * MINUTE);
    const person = drawArrival(week, at, { fresh: 0.95, network, email: domain ? mailboxAt(chance, domain) : drawMailbox(chance) });
    addVisit(week, { group: 'classroom', person, launch, at, referrer: null, curiosity: 0.3 });
  }
};

/** An office that is asked in its chat: most vote in the same half hour, the others when they see it. */
const fromOffice: Channel = (week, launch, people) => {
  const { chance, start } = week;
  const network = buildingNetwork(chance);
  const domain = isLikely(chance, 0.5) ? launch.domain : drawDomain(chance);
  const asked_at = start + chance.below(5) * DAY + between(chance, 8, 17) * HOUR;
  for (let n = 0; n < people; n++) {
    const at = isLikely(chance, 0.6) ? asked_at + chance.below(30 * MINUTE) : drawResponse(chance, asked_at, DAY, start + WEEK);
    const email = isLikely(chance, 0.85) ? mailboxAt(chance, domain) : drawMailbox(chance);
    addVisit(week, { group: 'office together', person: drawArrival(week, at, { network, email }), launch, at, referrer: null });
  }
};

/** A talk: some vote at once, others during the day, all on the hall's network. */
const fromConference: Channel = (week, launch, people) => {
  const { chance, start } = week;
  const network = campusNetwork(chance, 2);
  const talk_at = start + chance.below(5) * DAY + between(chance, 8, 16) * HOUR;
  for (let n = 0; n < people; n++) {
    const at = isLikely(chance, 0.4) ? talk_at + chance.below(20 * MINUTE) : drawResponse(chance, talk_at, 3 * HOUR, start + WEEK);
    addVisit(week, { group: 'conference', person: drawArrival(week, at, { network }), launch, at, referrer: null, curiosity: 0.3 });
  }
};

/** How makers bring people, how often, and from which number of people on. */
const CHANNELS: { bring: Channel; weight: number; least: number }[] = [
  { bring: fromSocial, weight: 5, least: 0 },
  { bring: fromFriends, weight: 5, least: 0 },
  { bring: fromCustomers, weight: 3, least: 12 },
  { bring: fromNewsletter, weight: 2, least: 30 },
];

/** Crowds that some weeks have: how likely, and of how many people. */
const CROWDS: { bring: Channel; likelihood: number; people(chance: Chance): number }[] = [
  { bring: fromClassroom, likelihood: 0.35, people: (chance) => between(chance, 25, 35) },
  { bring: fromConference, likelihood: 0.3, people: (chance) => between(chance, 20, 80) },
  { bring: fromOffice, likelihood: 0.8, people: (chance) => Math.round(Math.min(40, Math.max(5, drawSkewed(chance, 10, 0.7)))) },
];

/**
 * How many people makers bring. Published counts of Product Hunt launches: most get under 50 votes, the tenth of a day 50 to 80, the
 * first five 300 to 500. This site is smaller: half bring under 15, few bring hundreds.
 */
const drawFollowing = (chance: Chance): number => Math.round(Math.min(420, Math.max(3, drawSkewed(chance, 14, 1.1))));

/** Most people whom all makers of a week bring, so that weeks stay comparable. */
const MAX_BROUGHT = 900;

const bringFollowers = (week: HonestWeek): void => {
  const { chance, launches } = week;
  const followings = launches.map(() => drawFollowing(chance));
  const scale = Math.min(1, MAX_BROUGHT / followings.reduce((sum, people) => sum + people, 0));
  for (const [at, launch] of launches.entries()) {
    const people = Math.ceil(followings[at]! * scale);
    const possible = CHANNELS.filter(({ least }) => people >= least).map((channel) => [channel, channel.weight] as const);
    const channels = pickSeveral(chance, possible, between(chance, 1, 3));
    const shares = channels.map(() => 0.2 + chance.next());
    const total = shares.reduce((sum, share) => sum + share, 0);
    for (const [n, { bring }] of channels.entries()) bring(week, launch, Math.round((people * shares[n]!) / total));
  }
  for (const { bring, likelihood, people } of CROWDS)
    if (isLikely(chance, likelihood)) bring(week, pickLaunches(chance, launches, 1)[0]!, people(chance));
};

/** The site's own digest goes out on Monday morning. */
const DIGEST_AT = 9 * HOUR;

const visitAsMember = (week: HonestWeek, { person, group, votes }: Member): void => {
  const { chance, start, launches } = week;
  const at =
    person.is_subscriber && isLikely(chance, 0.4)
      ? drawResponse(chance, start + DIGEST_AT, 4 * HOUR, start + WEEK)
      : drawUsualTime(chance, start);
  if (at < person.created_at + MINUTE) return;
  const address = person.network(chance);
  week.activities.push({ kind: 'visit', person, launch: null, at, address });
  const liked = pickLaunches(chance, launches, drawNumber(chance, votes));
  const first = liked.slice(0, Math.ceil(liked.length / 2));
  const again_at = Math.min(at + drawWait(chance, 2 * DAY), start + WEEK - 30 * MINUTE);
  const referrer = drawSiteReferrer(chance);
  for (const [n, launch] of liked.entries()) {
    const seen_at = (first.includes(launch) ? at : Math.max(again_at, at)) + n * (30_000 + chance.below(2 * MINUTE));
    addVisit(week, { group, person, launch, at: seen_at, referrer, curiosity: 0 });
  }
};

/** Visitors who sign up because they like a launch they came across. */
const addNewVisitors = (week: HonestWeek): void => {
  const { chance, start, launches } = week;
  for (let left = between(chance, 25, 70); left > 0; left--) {
    const at = drawUsualTime(chance, start);
    const person = drawArrival(week, at, { fresh: 1 });
    const [launch] = pickLaunches(chance, launches, 1);
    addVisit(week, { group: 'sign up to vote', person, launch: launch!, at, referrer: drawSiteReferrer(chance), curiosity: 0.35 });
  }
};

/** Makers look at the launches beside theirs. */
const addMakers = (week: HonestWeek): void => {
  const { chance, start, launches } = week;
  for (const { maker } of launches) {
    if (!isLikely(chance, 0.6)) continue;
    const at = drawUsualTime(chance, start);
    const others = launches.filter((launch) => launch.maker !== maker);
    for (const [n, launch] of pickLaunches(chance, others, drawNumber(chance, 3)).entries())
      addVisit(week, { group: 'makers', person: maker, launch, at: at + n * MINUTE, referrer: null, curiosity: 0 });
  }
};

/** All honest votes of a week. One account votes once for a launch. */
export const addHonestVotes = (week: HonestWeek): void => {
  for (const member of week.population) if (isLikely(week.chance, member.activity)) visitAsMember(week, member);
  addNewVisitors(week);
  addMakers(week);
  bringFollowers(week);
  const voted = new Set<string>();
  week.ballots = week.ballots
    .toSorted((a, b) => a.at - b.at)
    .filter(({ person, launch }) => {
      const key = `${person.email} ${launch.slug}`;
      return voted.has(key) ? false : voted.add(key);
    });
  const brought = week.ballots.filter(({ group }) => group === 'social media' || group === 'newsletter' || group === 'customers');
  week.alumni.push(...brought.filter((_, at) => at % 5 === 0).map(({ person }) => person));
};
