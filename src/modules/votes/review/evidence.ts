import { isFreeMail } from '../mail-domains.ts';
import type { ReferrerKind, ReviewReason } from '../rules.ts';

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
  account_created_at: Date | null;
  mail_host: string | null;
  is_identified: boolean;
  activities: string[];
  earlier_listings: number[];
  earlier_weeks: number;
}

/** What the site's votes of earlier weeks say. */
export interface SiteHistory {
  /** Networks of any width from which several people voted before. */
  networks: ReadonlyMap<string, { voters: number; listings: number }>;
}

export interface JudgedVote {
  /** Why the vote should not count; null if it should. */
  held: ReviewReason | null;
  /** The evidence against it, in bits; it is held from zero on. */
  bits: number;
  /** The group of votes for the same launch with which it has most in common; null if there is none. */
  cluster: string | null;
}

const DAY = 86_400_000;

/** Evidence about the account alone, in bits against the vote: a doubling of the odds each. */
const ACCOUNT_EVIDENCE: { name: string; bits(vote: VoteEvidence): number }[] = [
  { name: 'signs in with Google, GitHub or another provider', bits: ({ is_identified }) => (is_identified ? -4 : 0) },
  { name: 'voted in earlier weeks', bits: ({ earlier_weeks }) => -3 * Math.min(earlier_weeks, 3) },
  { name: 'writes, launches or follows here', bits: ({ activities }) => -2 * Math.min(activities.length, 3) },
  { name: 'has had the account for long', bits: (vote) => -0.5 * Math.min(Math.log2(1 + ageInDays(vote) / 7), 5) },
  {
    name: 'came through a search or another page of the site',
    bits: ({ came_from }) => (came_from === 'search' || came_from === 'site' ? -0.5 : 0),
  },
];

const ageInDays = ({ account_created_at, cast_at }: VoteEvidence): number =>
  account_created_at ? Math.max(0, cast_at.getTime() - account_created_at.getTime()) / DAY : 0;

export const weighAccount = (vote: VoteEvidence): number => ACCOUNT_EVIDENCE.reduce((sum, { bits }) => sum + bits(vote), 0);

/** What votes for one launch may have in common. */
interface Bond {
  kind: string;
  reason: ReviewReason;
  /** Votes with the same key have it in common; null has nothing. */
  keyOf(vote: VoteEvidence): string | null;
  /** How unlikely a group of strangers is from the start. */
  prior: number;
}

const BONDS: Bond[] = [
  { kind: 'network', reason: 'ring_network', keyOf: ({ network }) => network, prior: -6 },
  { kind: 'subnet', reason: 'ring_network', keyOf: ({ subnet }) => subnet, prior: -7 },
  { kind: 'block', reason: 'ring_network', keyOf: ({ block }) => block, prior: -9 },
  {
    kind: 'mail domain',
    reason: 'ring_mail_domain',
    keyOf: ({ mail_domain, mail_host }) => (mail_host && isFreeMail(mail_host) ? null : mail_domain),
    prior: -6,
  },
];

/** Weighs what a member says about the group it is in: an account with nothing to show for itself, or one that speaks for the others. */
const weighMember = (bits: number): number => (bits > -2 ? 1 : Math.max(bits, -4));

const groupBy = <T>(items: T[], keyOf: (item: T) => string | null): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** Judges the votes for the launches of one week. */
export const judgeVotes = (votes: VoteEvidence[], { networks }: SiteHistory): JudgedVote[] => {
  const own = new Map(votes.map((vote) => [vote, weighAccount(vote)]));
  const verdicts = new Map<VoteEvidence, JudgedVote>(votes.map((vote) => [vote, { held: null, bits: -20, cluster: null }]));
  for (const { kind, reason, keyOf, prior } of BONDS)
    for (const [key, everywhere] of groupBy(votes, keyOf))
      for (const [listing, group] of groupBy(everywhere, ({ listing_id }) => String(listing_id))) {
        if (group.length < 2) continue;
        const known = networks.get(key);
        const elsewhere = everywhere.length - group.length;
        const familiar = Math.log2(1 + (known?.voters ?? 0)) + Math.log2(1 + elsewhere);
        const bits = prior - 2 * familiar + group.reduce((sum, vote) => sum + weighMember(own.get(vote)!), 0);
        for (const vote of group) {
          const total = Math.min(bits, 20) + own.get(vote)!;
          if (total > verdicts.get(vote)!.bits)
            verdicts.set(vote, { held: total >= 0 ? reason : null, bits: total, cluster: `${kind} ${listing} ${key}` });
        }
      }
  return votes.map((vote) => verdicts.get(vote)!);
};
