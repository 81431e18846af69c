import type { Chance } from '../support/random.ts';
import { between, drawSkewed, isLikely, pickWeighted } from './draws.ts';
import {
  drawDomain,
  drawHiddenMailbox,
  drawMailbox,
  drawOwnMailbox,
  drawPlusMailbox,
  drawRelayMailbox,
  mailboxAt,
  NATIONAL_PROVIDERS,
} from './mailboxes.ts';
import { buildingNetwork, campusNetwork, carrierNetwork, homeNetwork, oneCarrier, vpnNetwork } from './networks.ts';
import { pickLaunches } from './population.ts';
import { DAY, drawResponse, HOUR, MINUTE, WEEK } from './times.ts';
import { addVisit, type Channel, drawArrival, drawPost, type HonestWeek } from './visits.ts';

/** The group that attacks by telephone hide in. */
export const LANGUAGE_COMMUNITY = 'language community';

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

/**
 * The first page of a site for programmers: hundreds come within hours, almost all with a new account, and never do anything else.
 * Many have domains of their own, forwarding addresses and VPNs.
 */
const fromFrontPage: Channel = (week, launch, people) => {
  const { chance, start } = week;
  const posted_at = drawPost(week, 5);
  const host = chance.of([
    'https://news.ycombinator.com/',
    'https://news.ycombinator.com/',
    'https://lobste.rs/',
    'https://www.reddit.com/',
  ]);
  for (let n = 0; n < people; n++) {
    const at = drawResponse(chance, posted_at, 3.5 * HOUR, start + WEEK);
    const email = pickWeighted(chance, [
      [drawMailbox, 72],
      [drawOwnMailbox, 13],
      [drawPlusMailbox, 7],
      [drawRelayMailbox, 8],
    ])(chance);
    const network = isLikely(chance, 0.12) ? vpnNetwork : isLikely(chance, 0.2) ? carrierNetwork(chance) : homeNetwork(chance);
    const person = drawArrival(week, at, { fresh: 0.98, email, network });
    // Programmers' browsers often send no referrer.
    addVisit(week, { group: 'front page', person, launch, at, referrer: isLikely(chance, 0.55) ? host : null, only_votes: true });
  }
};

/** A product in the language of one country, shared in its chats: most people are on telephones of the same carrier. */
const fromLanguageCommunity: Channel = (week, launch, people) => {
  const { chance, start } = week;
  const telephone = oneCarrier(chance);
  const provider = chance.of(NATIONAL_PROVIDERS);
  const posts = Array.from({ length: between(chance, 1, 3) }, () => drawPost(week, 5));
  for (let n = 0; n < people; n++) {
    const at = drawResponse(chance, chance.of(posts), 2.5 * HOUR, start + WEEK);
    const email = mailboxAt(chance, isLikely(chance, 0.35) ? provider : isLikely(chance, 0.85) ? 'gmail.com' : 'hotmail.com');
    const network = isLikely(chance, 0.8) ? telephone() : homeNetwork(chance);
    const person = drawArrival(week, at, { fresh: 0.92, email, network });
    addVisit(week, { group: LANGUAGE_COMMUNITY, person, launch, at, referrer: null, curiosity: 0.06 });
  }
};

/** A chat server whose members all get a notification. Half of them hide their address, as Apple and Firefox offer at each sign-up. */
const fromChatServer: Channel = (week, launch, people) => {
  const { chance, start } = week;
  const notified_at = drawPost(week);
  for (let n = 0; n < people; n++) {
    const at = drawResponse(chance, notified_at, isLikely(chance, 0.7) ? 20 * MINUTE : 8 * HOUR, start + WEEK);
    const email = isLikely(chance, 0.5) ? drawHiddenMailbox(chance) : drawMailbox(chance);
    const network = isLikely(chance, 0.12) ? vpnNetwork : isLikely(chance, 0.3) ? carrierNetwork(chance) : homeNetwork(chance);
    const person = drawArrival(week, at, { fresh: 0.9, email, network });
    const referrer = isLikely(chance, 0.25) ? 'https://discord.com/' : null;
    addVisit(week, { group: 'chat server', person, launch, at, referrer, curiosity: 0.08 });
  }
};

/** Crowds that some weeks have: how likely, and of how many people. The likelihoods and numbers are assumptions. */
const CROWDS: { bring: Channel; likelihood: number; people(chance: Chance): number }[] = [
  { bring: fromClassroom, likelihood: 0.35, people: (chance) => between(chance, 25, 35) },
  { bring: fromConference, likelihood: 0.3, people: (chance) => between(chance, 20, 80) },
  { bring: fromOffice, likelihood: 0.8, people: (chance) => Math.round(Math.min(40, Math.max(5, drawSkewed(chance, 10, 0.7)))) },
  { bring: fromFrontPage, likelihood: 0.3, people: (chance) => between(chance, 30, 160) },
  { bring: fromLanguageCommunity, likelihood: 0.4, people: (chance) => between(chance, 20, 80) },
  { bring: fromChatServer, likelihood: 0.4, people: (chance) => between(chance, 15, 60) },
];

export const bringCrowds = (week: HonestWeek): void => {
  const { chance, launches } = week;
  for (const { bring, likelihood, people } of CROWDS)
    if (isLikely(chance, likelihood)) bring(week, pickLaunches(chance, launches, 1)[0]!, people(chance));
};
