import type { ReferrerKind, ReviewReason } from '../rules.ts';

/** Google asks for a telephone number, so its accounts cost about as much as a real person does. Those of others cost less. */
export type IdentityProvider = 'google' | 'other';

/** What a review knows about a vote. */
export interface VoteEvidence {
  listing_id: number;
  voter_id: number;
  cast_at: Date;
  network: string | null;
  subnet: string | null;
  block: string | null;
  mail_domain: string | null;
  came_from: ReferrerKind | null;
  /** Null for a deleted account. */
  account_created_at: Date | null;
  mail_host: string | null;
  /** What somebody signs in to the account with, if it is Google or another provider. */
  identified_by: IdentityProvider | null;
  /** Kinds of what the account did here besides voting. */
  activities: string[];
  /** Launches of earlier weeks that it voted for, and in how many of these weeks a vote of it counted. */
  earlier_listings: number[];
  earlier_weeks: number;
  /** Launches of its own. */
  own_listings: number[];
  /** How many other people voted from the same part of a provider's network in earlier weeks. */
  neighbours: number;
}

/** What votes of a cluster have in common. */
export type BondKind = 'network' | 'subnet' | 'block' | 'mail_domain' | 'co_votes' | 'co_votes_now' | 'makers' | 'crowd';

export interface JudgedVote {
  /** Why the vote should not count; null if it should. */
  held: ReviewReason | null;
  /** The group of votes for the same launch with which it has most in common; null if there is none. */
  cluster: { kind: BondKind; key: string } | null;
}

/** A vote with what the other votes of its week say about the account. */
export interface Member extends VoteEvidence {
  /** Launches of the same week that the account votes for. */
  votes_this_week: number[];
  /** Whether the account shows the sign of the same index in SIGNS. */
  signs: boolean[];
  /** How many votes for the same launch have the same email domain, including this one. */
  with_domain: number;
}

const DAY = 86_400_000;

export const ageInDays = ({ account_created_at, cast_at }: VoteEvidence): number =>
  account_created_at ? Math.max(0, cast_at.getTime() - account_created_at.getTime()) / DAY : 0;

/** What people do besides voting for one launch. Hardly anybody does all of it, but in a crowd of strangers some do some of it. */
export const SIGNS: { name: string; shows(vote: VoteEvidence, votes_this_week: number[]): boolean }[] = [
  { name: 'signs in with Google', shows: ({ identified_by }) => identified_by === 'google' },
  { name: 'signs in with another provider', shows: ({ identified_by }) => identified_by === 'other' },
  { name: 'gets the digest', shows: ({ activities }) => activities.includes('digest') },
  { name: 'comments, reviews, follows or launches', shows: ({ activities }) => activities.some((kind) => kind !== 'digest') },
  { name: 'votes for several launches', shows: (_, votes_this_week) => votes_this_week.length > 1 },
];
export const [WITH_GOOGLE, WITH_OTHERS, DIGEST, , SEVERAL_VOTES] = [0, 1, 2, 3, 4] as const;

/** Whether an account shows a sign that a farm of accounts does not show. Votes for others are cheap. */
export const isLively = ({ signs }: Member): boolean => signs.some((shown, i) => shown && i !== SEVERAL_VOTES);

/** Groups items by each of their keys; null is no key. */
export const groupBy = <T, K>(items: readonly T[], keysOf: (item: T) => readonly (K | null)[]): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      if (key === null) continue;
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
};

export const toMembers = (votes: VoteEvidence[]): Member[] => {
  const by_voter = groupBy(votes, ({ voter_id }) => [voter_id]);
  const by_domain = groupBy(votes, ({ listing_id, mail_domain }) => [mail_domain && `${listing_id} ${mail_domain}`]);
  return votes.map((vote) => {
    const with_domain = by_domain.get(`${vote.listing_id} ${vote.mail_domain}`)?.length ?? 1;
    const votes_this_week = by_voter.get(vote.voter_id)!.map(({ listing_id }) => listing_id);
    return { ...vote, votes_this_week, signs: SIGNS.map(({ shows }) => shows(vote, votes_this_week)), with_domain };
  });
};

const weigh = (count: number, expected: number): number => (count === 0 ? 0 : count * Math.log2(count / expected));

/** How unlikely it is that so few of a group show a sign, in bits (each is a coin that falls on the same side); nothing if enough do. */
export const weighShortage = (size: number, shown: number, expected: number): number =>
  shown >= expected ? 0 : weigh(shown, expected) + weigh(size - shown, size - expected);
