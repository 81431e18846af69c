import type { Chance } from '../support/random.ts';
import type { Attack, Means } from './attacks.ts';
import { between, drawWait, isLikely, shuffle } from './draws.ts';
import { AGES, MAIL, NETWORKS, TIMINGS } from './means.ts';
import { type Activity, type Ballot, drawSocialReferrer, type Launch, type Person } from './people.ts';
import { drawNumber, pickLaunches } from './population.ts';
import { addBills, type Bill, priceOf } from './prices.ts';
import { DAY, drawUsualTime, HOUR, MINUTE, WEEK, weekStart } from './times.ts';

/** A week of which the honest votes are planned. */
export interface AttackedWeek {
  week: number;
  launches: Launch[];
  ballots: Ballot[];
  activities: Activity[];
  /** No attack happens here, and nobody warms up accounts. */
  is_quiet: boolean;
}

/** An attack on one launch in one week. */
export interface Campaign {
  attack: Attack;
  target: Launch;
  votes: number;
  dollars: number;
  bill: Bill;
}

/** Honest votes of each launch, the most first. */
export const rankHonest = ({ launches, ballots }: Pick<AttackedWeek, 'launches' | 'ballots'>): [Launch, number][] => {
  const votes = new Map(launches.map((launch) => [launch, 0]));
  for (const { launch, motive } of ballots) if (motive === 'honest') votes.set(launch, votes.get(launch)! + 1);
  return [...votes].toSorted((a, b) => b[1] - a[1]);
};

const newsletterVotes = ({ ballots }: AttackedWeek, target: Launch): Ballot[] =>
  ballots.filter(({ launch, group }) => launch === target && group === 'newsletter');

const chooseTarget = (chance: Chance, week: AttackedWeek, { target }: Attack, taken: Set<Launch>): Launch => {
  const ranked = rankHonest(week).map(([launch]) => launch);
  const free = (launches: Launch[]) => launches.filter((launch) => !taken.has(launch));
  if (target === 'rival') return chance.of(free(ranked.slice(0, 3)));
  const outsiders = free(ranked.slice(4));
  if (target === 'newsletter') return outsiders.toSorted((a, b) => newsletterVotes(week, b).length - newsletterVotes(week, a).length)[0]!;
  return chance.of(outsiders);
};

/** Votes of accounts in the weeks before, and in the same week. */
const WARM_UP_VOTES = 3;
const WARM_UP_VISITS = 2;
const FARM_CUSTOMERS = 4;

const billOf = (chance: Chance, { mail, network, age, warm_up }: Means, votes: number, are_real = false): Bill => {
  if (are_real) return { real_person: votes };
  const acts = warm_up ? WARM_UP_VOTES * votes : 0;
  const visits = votes * (warm_up ? 1 + WARM_UP_VISITS : age === 'fresh' ? 1 : 2);
  const months = { fresh: 0, '25 hours': 0, 'a few days': 0.1, weeks: 1, months: 6 }[age];
  const network_bill = NETWORKS[network](chance, votes, visits).bill;
  if (warm_up === 'customers') {
    // What the farm costs is shared by its customers; each pays for the use of it.
    const share = 1 / FARM_CUSTOMERS;
    const mailboxes = Object.entries(MAIL[mail](chance, votes).bill).map(([item, number]) => [item, number * share]);
    return addBills(Object.fromEntries(mailboxes), network_bill, { script: votes, account_month: months * votes * share });
  }
  return addBills(MAIL[mail](chance, votes).bill, network_bill, { script: votes, warm_up_act: acts, account_month: months * votes });
};

/** As many votes as the place needs and the budget pays for. */
const affordable = (chance: Chance, attack: Attack, wanted: number): number => {
  let votes = wanted;
  const cost = () => priceOf(addBills(...attack.means.map((means) => billOf(chance, means, votes / attack.means.length, attack.are_real))));
  while (votes > 10 && cost() > attack.budget) votes = Math.floor(votes * 0.9);
  return votes;
};

/** Times of the target's newsletter, or of one that it does not have. */
const drawNewsletterTimes = (chance: Chance, week: AttackedWeek, target: Launch): (() => number) => {
  const votes = newsletterVotes(week, target);
  if (votes.length < 10) return TIMINGS['fading away'](chance, weekStart(week.week));
  return () => chance.of(votes).at + chance.below(4 * MINUTE);
};

/** Claimed referrers: as posts bring people, or the same as the target's newsletter. */
const drawReferrer = (chance: Chance, { referrer }: Means, newsletter: Ballot[]): string | null => {
  if (referrer === 'social') return drawSocialReferrer(chance);
  return referrer === 'newsletter' && newsletter.length > 0 ? chance.of(newsletter).referrer : null;
};

interface Account {
  person: Person;
  /** When it votes for the target. */
  at: number;
}

const makeAccounts = (chance: Chance, week: AttackedWeek, target: Launch, means: Means, votes: number): Account[] => {
  const { mail, network, age, timing, google = 0 } = means;
  const mails = MAIL[mail](chance, votes);
  const networks = NETWORKS[network](chance, votes, votes);
  const drawTime =
    timing === 'with the newsletter' ? drawNewsletterTimes(chance, week, target) : TIMINGS[timing](chance, weekStart(week.week));
  return Array.from({ length: votes }, (_, n) => {
    const at = Math.min(drawTime(), weekStart(week.week) + WEEK - MINUTE);
    const person: Person = {
      email: mails.emailAt(n),
      sign_in: isLikely(chance, google) ? 'google' : isLikely(chance, 0.1) ? 'password' : 'link',
      created_at: at - AGES[age](chance),
      network: networks.networkOf(n),
      is_subscriber: false,
    };
    return { person, at };
  });
};

/** Votes and comments that make accounts look alive, in this week and up to five weeks before. */
const warmUp = (
  chance: Chance,
  weeks: AttackedWeek[],
  week: AttackedWeek,
  target: Launch,
  how: Means['warm_up'],
  accounts: Account[],
  name: string,
) => {
  const earlier = weeks.filter((other) => !other.is_quiet && other.week < week.week && other.week >= week.week - 5);
  const customers = new Map(earlier.map((other) => [other, chance.of(other.launches)]));
  const vote = (other: AttackedWeek, { person }: Account, launch: Launch) => {
    const at = drawUsualTime(chance, weekStart(other.week));
    if (launch === target || at < person.created_at + HOUR) return;
    other.ballots.push({ person, launch, at, address: person.network(chance), referrer: null, motive: 'cover', group: name });
  };
  for (const account of accounts) {
    const { person } = account;
    if (how === 'comments') {
      for (const other of shuffle(chance, [...earlier, week]).slice(0, 2)) {
        const at = drawUsualTime(chance, weekStart(other.week));
        if (at < person.created_at + HOUR) continue;
        const [launch, address] = [chance.of(other.launches), person.network(chance)];
        other.activities.push({ kind: 'visit', person, launch: null, at, address });
        other.activities.push({ kind: chance.of(['comment', 'follow', 'follow']), person, launch, at: at + MINUTE, address });
      }
    } else if (how === 'customers') {
      for (const other of earlier) if (isLikely(chance, 0.6)) vote(other, account, customers.get(other)!);
    } else {
      const likes = (other: AttackedWeek): Launch[] =>
        how === 'leaders'
          ? rankHonest(other)
              .slice(0, 3)
              .map(([launch]) => launch)
          : other.launches;
      for (const other of shuffle(chance, [...earlier, week]).slice(0, WARM_UP_VISITS))
        for (const launch of shuffle(chance, likes(other)).slice(0, between(chance, 1, 2))) vote(other, account, launch);
    }
  }
};

/** Makers of the last weeks who vote for the launch of each other, week after week, and for little else. */
const tradeVotes = (chance: Chance, weeks: AttackedWeek[], week: AttackedWeek, target: Launch, name: string): number => {
  const around = weeks.filter((other) => other.week <= week.week && other.week > week.week - 8 && (other === week || !other.is_quiet));
  const members = around.flatMap((other) => (other === week ? [target] : pickLaunches(chance, other.launches, 3 + drawNumber(chance, 2))));
  for (const launch of members) {
    const own_week = weeks.find((other) => other.week === launch.week)!;
    for (const { maker } of members) {
      if (maker === launch.maker || maker.created_at > weekStart(launch.week)) continue;
      if (own_week.ballots.some((ballot) => ballot.launch === launch && ballot.person === maker)) continue;
      const at = Math.min(weekStart(launch.week) + 8 * HOUR + drawWait(chance, DAY), weekStart(launch.week) + WEEK - HOUR);
      const motive = launch === target ? 'bought' : 'cover';
      own_week.ballots.push({ person: maker, launch, at, address: maker.network(chance), referrer: null, motive, group: name });
    }
  }
  return week.ballots.filter((ballot) => ballot.launch === target && ballot.motive === 'bought').length;
};

/** Plans an attack in a week: adds its votes to this week and what prepares it to the weeks before. */
export const addCampaign = (chance: Chance, weeks: AttackedWeek[], week: AttackedWeek, attack: Attack, taken: Set<Launch>): Campaign => {
  const target = chooseTarget(chance, week, attack, taken);
  taken.add(target);
  if (attack.means.length === 0) {
    const votes = tradeVotes(chance, weeks, week, target, attack.name);
    const bill: Bill = { favour: votes };
    return { attack, target, votes, dollars: priceOf(bill), bill };
  }
  const ranked = rankHonest(week);
  const own = ranked.find(([launch]) => launch === target)![1];
  // Most want the first place, some are content with the third.
  const aim = ranked[isLikely(chance, 0.6) ? 0 : 2]![1];
  const wanted = Math.min(attack.most ?? 220, Math.max(30, Math.ceil(aim * 1.1) + between(chance, 3, 15) - own));
  const votes = affordable(chance, attack, attack.target === 'rival' ? between(chance, 40, 90) : wanted);
  const each = Math.max(1, Math.round(votes / attack.means.length));
  const newsletter = newsletterVotes(week, target);
  for (const means of attack.means) {
    const accounts = makeAccounts(chance, week, target, means, each);
    if (means.warm_up) warmUp(chance, weeks, week, target, means.warm_up, accounts, attack.name);
    for (const { person, at } of accounts) {
      const referrer = drawReferrer(chance, means, newsletter);
      week.ballots.push({ person, launch: target, at, address: person.network(chance), referrer, motive: 'bought', group: attack.name });
    }
  }
  const bill = addBills(...attack.means.map((means) => billOf(chance, means, each, attack.are_real)));
  return { attack, target, votes: each * attack.means.length, dollars: priceOf(bill), bill };
};
