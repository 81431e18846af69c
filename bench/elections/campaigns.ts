import type { Chance } from '../support/random.ts';
import { type AttackedWeek, honestVotes, rankHonest } from './attacked-week.ts';
import type { Attack, Means } from './attacks.ts';
import { LANGUAGE_COMMUNITY } from './crowds.ts';
import { between, isLikely, shuffle } from './draws.ts';
import { AGES, MAIL, NETWORKS, TIMINGS, USUAL_GMAIL } from './means.ts';
import { sameCarrier } from './networks.ts';
import { type Ballot, drawSignIn, drawSocialReferrer, type Launch, type Person, type SignIn, shareOfSignIn } from './people.ts';
import { addBills, type Bill, priceOf } from './prices.ts';
import { RINGS } from './rings.ts';
import { MINUTE, WEEK, weekStart } from './times.ts';
import { type Account, SUBSCRIBER_SHARES, WARM_UP_COSTS, warmUp } from './warm-ups.ts';

/** An attack on one launch in one week. */
export interface Campaign {
  attack: Attack;
  target: Launch;
  votes: number;
  dollars: number;
  bill: Bill;
}

/** The groups of honest votes that attacks hide in. */
const GROUPS = { newsletter: 'newsletter', community: LANGUAGE_COMMUNITY };

const chooseTarget = (chance: Chance, week: AttackedWeek, { target }: Attack, taken: Set<Launch>): Launch => {
  const ranked = rankHonest(week).map(([launch]) => launch);
  const free = (launches: Launch[]) => launches.filter((launch) => !taken.has(launch));
  if (target === 'rival') return chance.of(free(ranked.slice(0, 3)));
  if (target === 'fourth') return free(ranked.slice(3))[0]!;
  const outsiders = free(ranked.slice(4));
  if (!target) return chance.of(outsiders);
  const size = (launch: Launch) => honestVotes(week, launch, GROUPS[target]).length;
  return outsiders.toSorted((a, b) => size(b) - size(a))[0]!;
};

const FARM_CUSTOMERS = 4;

/** Accounts at GitHub, and at Google for other mailboxes than Gmail, that signing in as usual takes. */
const billOfUsualSignIns = (votes: number): Bill => ({
  github_account: votes * (USUAL_GMAIL * shareOfSignIn('gmail', 'github') + (1 - USUAL_GMAIL) * shareOfSignIn('other', 'github')),
  gmail: votes * (1 - USUAL_GMAIL) * shareOfSignIn('other', 'google'),
});

const billOf = (chance: Chance, { are_real, are_stolen }: Attack, { mail, network, age, warm_up, sign_in }: Means, votes: number): Bill => {
  const { acts, visits: more_visits } = warm_up ? WARM_UP_COSTS[warm_up] : { acts: 0, visits: age === 'fresh' || are_stolen ? 0 : 1 };
  if (are_real) return { real_person: votes, real_act: acts * votes };
  const network_bill = NETWORKS[network](chance, votes, votes * (1 + more_visits)).bill;
  if (are_stolen) return addBills(network_bill, { stolen_account: votes, script: votes });
  const months = { fresh: 0, '25 hours': 0, 'a few days': 0.1, weeks: 1, months: 6 }[age];
  if (warm_up === 'customers') {
    // What the farm costs is shared by its customers; each pays for the use of it.
    const share = 1 / FARM_CUSTOMERS;
    const mailboxes = Object.entries(MAIL[mail](chance, votes).bill).map(([item, number]) => [item, number * share]);
    return addBills(Object.fromEntries(mailboxes), network_bill, { script: votes, account_month: months * votes * share });
  }
  return addBills(MAIL[mail](chance, votes).bill, network_bill, sign_in === 'usual' ? billOfUsualSignIns(votes) : {}, {
    script: votes,
    warm_up_act: acts * votes,
    account_month: months * votes,
  });
};

const billAll = (chance: Chance, attack: Attack, each: number): Bill =>
  addBills(...attack.means.map((means) => billOf(chance, attack, means, each)));

/** As many votes as the budget pays for. */
const affordable = (chance: Chance, attack: Attack, wanted: number): number => {
  let votes = wanted;
  const cost = () => priceOf(billAll(chance, attack, votes / attack.means.length));
  while (votes > 10 && cost() > attack.budget) votes = Math.floor(votes * 0.9);
  return votes;
};

/** As many votes as the aim needs. */
const countWanted = (chance: Chance, week: AttackedWeek, { target: kind, most = 220, like_newsletter }: Attack, target: Launch): number => {
  if (kind === 'rival') return between(chance, 40, 90);
  const readers = honestVotes(week, target, GROUPS.newsletter).length;
  if (like_newsletter && readers >= 10) return Math.min(most, readers);
  const ranked = rankHonest(week);
  const own = ranked.find(([launch]) => launch === target)![1];
  if (kind === 'fourth') return Math.min(most, ranked[2]![1] - own + between(chance, 3, 6));
  // Most want the first place, some are content with the third.
  const aim = ranked[isLikely(chance, 0.6) ? 0 : 2]![1];
  return Math.min(most, Math.max(30, Math.ceil(aim * 1.1) + between(chance, 3, 15) - own));
};

/** Times close to those of honest votes, or of a post if there are few of them. */
const drawTimesOf = (chance: Chance, week: AttackedWeek, votes: Ballot[]): (() => number) => {
  if (votes.length < 10) return TIMINGS['fading away'](chance, weekStart(week.week));
  return () => chance.of(votes).at + chance.below(4 * MINUTE);
};

const drawTimes = (chance: Chance, week: AttackedWeek, target: Launch, timing: Means['timing']): (() => number) => {
  if (timing === 'with the newsletter') return drawTimesOf(chance, week, honestVotes(week, target, GROUPS.newsletter));
  if (timing === 'with its voters') return drawTimesOf(chance, week, honestVotes(week, target));
  if (timing === 'with all voters')
    return drawTimesOf(
      chance,
      week,
      week.ballots.filter(({ motive }) => motive === 'honest'),
    );
  return TIMINGS[timing](chance, weekStart(week.week));
};

/** Claimed referrers: as posts bring people, or the same as the target's newsletter. */
const drawReferrer = (chance: Chance, { referrer }: Means, newsletter: Ballot[]): string | null => {
  if (referrer === 'social') return drawSocialReferrer(chance);
  return referrer === 'newsletter' && newsletter.length > 0 ? chance.of(newsletter).referrer : null;
};

const drawBoughtSignIn = (chance: Chance, { sign_in, google = 0 }: Means, email: string): SignIn => {
  if (sign_in === 'github') return 'github';
  if (sign_in === 'usual') return drawSignIn(chance, email);
  return isLikely(chance, google) ? 'google' : isLikely(chance, 0.1) ? 'password' : 'link';
};

const makeAccounts = (
  chance: Chance,
  week: AttackedWeek,
  { target: kind }: Attack,
  target: Launch,
  means: Means,
  votes: number,
): Account[] => {
  const { mail, network, age, timing, warm_up } = means;
  const mails = MAIL[mail](chance, votes);
  const community = kind === 'community' ? honestVotes(week, target, GROUPS.community) : [];
  const networkOf =
    community.length > 0
      ? sameCarrier(
          chance,
          community.map(({ address }) => address),
        )
      : NETWORKS[network](chance, votes, votes).networkOf;
  const drawTime = drawTimes(chance, week, target, timing);
  return Array.from({ length: votes }, (_, n) => {
    const at = Math.min(drawTime(), weekStart(week.week) + WEEK - MINUTE);
    const email = mails.emailAt(n);
    const person: Person = {
      email,
      sign_in: drawBoughtSignIn(chance, means, email),
      created_at: at - AGES[age](chance),
      network: networkOf(n),
      is_subscriber: isLikely(chance, (warm_up && SUBSCRIBER_SHARES[warm_up]) ?? 0),
    };
    return { person, at };
  });
};

/** Accounts of members who voted in earlier weeks and not for this launch. They are used from elsewhere, and their owners do not notice. */
const stealAccounts = (
  chance: Chance,
  weeks: AttackedWeek[],
  week: AttackedWeek,
  target: Launch,
  means: Means,
  votes: number,
): Account[] => {
  const voted = new Set(week.ballots.filter(({ launch }) => launch === target).map(({ person }) => person));
  const members = new Set<Person>();
  for (const { week: number, ballots } of weeks)
    if (number < week.week) for (const { person, motive } of ballots) if (motive === 'honest' && !voted.has(person)) members.add(person);
  members.delete(target.maker);
  const drawTime = drawTimes(chance, week, target, means.timing);
  return shuffle(chance, [...members])
    .slice(0, votes)
    .map((person) => ({ person, at: Math.min(drawTime(), weekStart(week.week) + WEEK - MINUTE) }));
};

/** Plans an attack in a week: adds its votes to this week and what prepares it to the weeks before. */
export const addCampaign = (chance: Chance, weeks: AttackedWeek[], week: AttackedWeek, attack: Attack, taken: Set<Launch>): Campaign => {
  const { name, ring, are_stolen } = attack;
  const target = chooseTarget(chance, week, attack, taken);
  taken.add(target);
  if (ring) {
    RINGS[ring](chance, weeks, week, target, name);
    const votes = week.ballots.filter((ballot) => ballot.launch === target && ballot.motive === 'bought').length;
    const bill: Bill = { favour: votes };
    return { attack, target, votes, dollars: priceOf(bill), bill };
  }
  const votes = affordable(chance, attack, countWanted(chance, week, attack, target));
  const each = Math.max(1, Math.round(votes / attack.means.length));
  const newsletter = honestVotes(week, target, GROUPS.newsletter);
  for (const means of attack.means) {
    const accounts = are_stolen
      ? stealAccounts(chance, weeks, week, target, means, each)
      : makeAccounts(chance, week, attack, target, means, each);
    if (means.warm_up) warmUp({ chance, weeks, week, target, accounts, name }, means.warm_up);
    const connection = NETWORKS[means.network](chance, each, each).networkOf;
    for (const [n, { person, at }] of accounts.entries()) {
      const referrer = drawReferrer(chance, means, newsletter);
      const address = (are_stolen ? connection(n) : person.network)(chance);
      week.ballots.push({ person, launch: target, at, address, referrer, motive: 'bought', group: name });
    }
  }
  const bill = billAll(chance, attack, each);
  return { attack, target, votes: each * attack.means.length, dollars: priceOf(bill), bill };
};
