import type { Chance } from '../support/random.ts';
import { between, drawSkewed, isLikely, pickSeveral } from './draws.ts';
import { drawDomain, mailboxAt } from './mailboxes.ts';
import { buildingNetwork } from './networks.ts';
import { drawMailReferrer, drawSocialReferrer } from './people.ts';
import { drawResponse, HOUR, MINUTE, WEEK } from './times.ts';
import { type Arrival, addVisit, type Channel, drawArrival, drawPost, type HonestWeek } from './visits.ts';

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

/** How makers bring people, how often, and from which number of people on. */
const CHANNELS: { bring: Channel; weight: number; least: number }[] = [
  { bring: fromSocial, weight: 5, least: 0 },
  { bring: fromFriends, weight: 5, least: 0 },
  { bring: fromCustomers, weight: 3, least: 12 },
  { bring: fromNewsletter, weight: 2, least: 30 },
];

/**
 * How many people makers bring. Published counts of Product Hunt launches: most get under 50 votes, the tenth of a day 50 to 80, the
 * first five 300 to 500. This site is smaller: half bring under 15, few bring hundreds.
 */
const drawFollowing = (chance: Chance): number => Math.round(Math.min(420, Math.max(3, drawSkewed(chance, 14, 1.1))));

/** Most people whom all makers of a week bring, so that weeks stay comparable. */
const MAX_BROUGHT = 900;

export const bringFollowers = (week: HonestWeek): void => {
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
};
