import { isFreeMail } from '../mail-domains.ts';
import type { ReviewReason } from '../rules.ts';
import { findCrowd } from './crowd.ts';
import {
  ageInDays,
  type BondKind,
  groupBy,
  isLively,
  type JudgedVote,
  type Member,
  SEVERAL_VOTES,
  SIGNS,
  toMembers,
  type VoteEvidence,
  weighShortage,
} from './evidence.ts';
import { expectSigns, type UsualVoters } from './usual-voters.ts';

/** What the site's votes of earlier weeks say. */
export interface SiteHistory {
  usual: UsualVoters;
  /** How many people voted from a network of any width before, by its hash. */
  networks: ReadonlyMap<string, number>;
}

/** Something that votes for one launch may have in common. */
interface Bond {
  kind: BondKind;
  reason: ReviewReason;
  keysOf(vote: Member): (string | number | null)[];
  /** How many bits of evidence a group needs before it means anything: there are many groups to look at. */
  doubt: number;
  /** Whether it is one place or company, whose people vouch for each other. */
  is_community?: boolean;
  /** A sign that says nothing here, because the bond is made of it. */
  without?: number;
}

const BONDS: Bond[] = [
  { kind: 'network', reason: 'ring_network', keysOf: ({ network }) => [network], doubt: 6, is_community: true },
  { kind: 'subnet', reason: 'ring_network', keysOf: ({ subnet }) => [subnet], doubt: 7, is_community: true },
  { kind: 'block', reason: 'ring_network', keysOf: ({ block }) => [block], doubt: 9 },
  {
    kind: 'mail_domain',
    reason: 'ring_mail_domain',
    keysOf: ({ mail_domain, mail_host }) => [mail_host && isFreeMail(mail_host) ? null : mail_domain],
    doubt: 6,
    is_community: true,
  },
  { kind: 'co_votes', reason: 'ring_votes', keysOf: ({ earlier_listings }) => earlier_listings, doubt: 10, without: SEVERAL_VOTES },
  {
    kind: 'co_votes_now',
    reason: 'ring_votes',
    keysOf: ({ votes_this_week, listing_id }) => votes_this_week.filter((id) => id !== listing_id),
    doubt: 12,
    without: SEVERAL_VOTES,
  },
];

/** Evidence in favour of an account alone, in bits. */
const CREDITS: ((vote: Member) => number)[] = [
  ({ earlier_weeks }) => 3 * Math.log2(1 + earlier_weeks),
  ({ votes_this_week }) => Math.min(votes_this_week.length - 1, 2),
  (vote) => 0.25 * Math.min(Math.log2(1 + ageInDays(vote) / 7), 5),
];
const creditOf = (vote: Member): number => CREDITS.reduce((sum, bits) => sum + bits(vote), 0);

/** A network from which so many people voted before is a carrier, a VPN or a large place: it says nothing by itself. */
const KNOWN_NETWORK = 10;
/** Smaller groups say nothing. */
const LEAST_GROUP = 3;
/** The share of a group's accounts without signs that must be in excess before any of them is held. */
const LEAST_EXCESS = 0.85;

/** A place or company of which so many vote and as many show signs as usual is one of real people: a class, an office, a conference. */
const LEAST_COMMUNITY = 5;
const LEAST_LIVELY = 2;
const COMMUNITY_BITS = 3;

const isAlive = (group: Member[], bits: number): boolean =>
  group.length >= LEAST_COMMUNITY && bits < COMMUNITY_BITS && group.filter(isLively).length >= LEAST_LIVELY;

/** How unlikely a group's lack of signs is, in bits, and how many of its accounts without signs are more than usual. */
const weighGroup = (group: Member[], usual: UsualVoters, without: number | undefined): { bits: number; excess: number } => {
  const expected = group.map((vote) => expectSigns(usual, vote));
  const shortages = SIGNS.map((_, i) => {
    const shown = group.filter(({ signs }) => signs[i]).length;
    return i === without
      ? 0
      : weighShortage(
          group.length,
          shown,
          expected.reduce((sum, rates) => sum + rates[i]!, 0),
        );
  });
  const silent = group.filter(({ signs }) => !signs.some(Boolean)).length;
  const silent_share = expected.reduce((sum, rates) => sum + rates.reduce((share, rate) => share * (1 - rate), 1), 0) / group.length;
  const usually_silent = ((group.length - silent) * silent_share) / (1 - silent_share);
  return { bits: shortages.reduce((sum, bits) => sum + bits, 0), excess: silent === 0 ? 0 : 1 - usually_silent / silent };
};

/** So many makers who all vote for each other's launches are no coincidence. */
const LEAST_FAVOURS = 5;

/** Votes of makers whose own launches the other makers among the voters voted for. */
const findTradedVotes = (group: Member[]): Member[] => {
  const makers = group.filter(({ own_listings }) => own_listings.length > 0);
  return makers.filter(({ own_listings, voter_id }) => {
    const favours = makers.filter((other) => other.voter_id !== voter_id && other.earlier_listings.some((id) => own_listings.includes(id)));
    return favours.length >= LEAST_FAVOURS;
  });
};

/** A launch may have more than one crowd. */
const MOST_CROWDS = 3;
const LEAST_CROWD = 5;

/** Judges the votes for the launches of one week together. With `only`, crowds are looked for in the votes for that launch alone. */
export const judgeVotes = (votes: VoteEvidence[], { networks, usual }: SiteHistory, only?: number): JudgedVote[] => {
  const members = toMembers(votes);
  const verdicts = new Map<Member, JudgedVote & { bits: number }>();
  const vouched = new Set<Member>();
  const isHeld = (vote: Member): boolean => !!verdicts.get(vote)?.held;
  for (const { kind, reason, keysOf, doubt, is_community, without } of BONDS)
    for (const [key, everywhere] of groupBy(members, keysOf)) {
      const known = networks.get(String(key)) ?? 0;
      if (known >= KNOWN_NETWORK) continue;
      for (const [listing_id, group] of groupBy(everywhere, (vote) => [vote.listing_id])) {
        if (group.length < LEAST_GROUP) continue;
        const weight = weighGroup(group, usual, without);
        if (is_community && isAlive(group, weight.bits)) for (const vote of group) vouched.add(vote);
        for (const vote of group) {
          const bits = weight.bits - doubt - 2 * Math.log2(1 + known) - creditOf(vote);
          const held = bits >= 0 && weight.excess >= LEAST_EXCESS && !isLively(vote) ? reason : null;
          if (bits > (verdicts.get(vote)?.bits ?? Number.NEGATIVE_INFINITY) && (held || !isHeld(vote)))
            verdicts.set(vote, { held, bits, cluster: { kind, key: `${kind} ${listing_id} ${key}` } });
        }
      }
    }
  for (const [listing_id, group] of groupBy(members, (vote) => [vote.listing_id])) {
    const hold = (vote: Member, reason: ReviewReason, kind: BondKind, key: string) =>
      verdicts.set(vote, { held: reason, bits: 0, cluster: { kind, key } });
    if (only !== undefined && listing_id !== only) continue;
    for (const vote of findTradedVotes(group)) hold(vote, 'ring_votes', 'makers', `makers ${listing_id}`);
    for (let round = 0; round < MOST_CROWDS; round++) {
      const crowd = findCrowd(
        group.filter((vote) => !isHeld(vote) && !vouched.has(vote)),
        usual,
      );
      if (crowd.length < LEAST_CROWD) break;
      for (const vote of crowd) hold(vote, 'unusual_crowd', 'crowd', `crowd ${listing_id} ${round}`);
    }
  }
  return members.map((vote) => {
    const { held, cluster } = verdicts.get(vote) ?? { held: null, cluster: null };
    return { held, cluster };
  });
};
