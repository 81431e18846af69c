import { isDisposable, isFreeMail } from './mail-domains.ts';

/** What the rules know about a vote when it is cast. Counts stop at the limits of the rules. */
export interface VoteFacts {
  verified: boolean;
  /** The voter owns the listing, or is a co-founder with an account. */
  own: boolean;
  mail_host: string;
  /** The registrable domains of the voter's address and of the product. */
  mail_domain: string;
  listing_domain: string;
  is_new: boolean;
  /** Earlier votes in the last ten minutes, by this account and from this network. */
  by_voter: number;
  by_network: number;
  /** Votes for this launch in the last hour by other new accounts: from the same network, and with addresses at the same domain. */
  ring_network: number;
  ring_mail: number;
  /** Another account with the same mailbox has voted for this launch. */
  same_mailbox: boolean;
}

export interface SpeedLimits {
  by_voter: number;
  by_network: number;
}

/** How many votes in ten minutes are plausible. A site's settings may override these numbers. */
export const DEFAULT_SPEED_LIMITS: SpeedLimits = { by_voter: 30, by_network: 60 };
export const SPEED_MINUTES = 10;

/** Up to this many votes of new accounts from one origin are taken as coincidence. */
export const RING_SIZE = 5;
export const RING_MINUTES = 60;
/** How long an account counts as new. */
export const NEW_ACCOUNT_MS = 24 * 3_600_000;

interface VoteRule {
  applies(facts: VoteFacts, speed: SpeedLimits): boolean;
  /** Shown to the voter. */
  voter: string;
  /** Shown to the team. */
  team: string;
  /** Shown to everybody, and to the listing's owner with totals. It must not tell how to get around the rule. */
  anyone: string;
  /** Whether the reason stays when the vote is withdrawn and cast again. */
  lasts: boolean;
}

/** Why a vote does not count. The first rule that applies gives the reason, so they are ordered from certain to suspected. */
const VOTE_RULES = {
  unverified_address: {
    applies: ({ verified }) => !verified,
    voter: 'Your email address isn’t verified yet. Sign in once with a sign-in link, then remove this vote and vote again.',
    team: 'The account’s email address is not verified.',
    anyone: 'The voter’s email address is not verified.',
    lasts: false,
  },
  own_listing: {
    applies: ({ own }) => own,
    voter: 'You can’t vote for your own product.',
    team: 'Cast by the owner or a co-founder.',
    anyone: 'The voter owns the listing or is one of its founders.',
    lasts: false,
  },
  own_company: {
    applies: ({ mail_domain, listing_domain }) => mail_domain === listing_domain && !isFreeMail(listing_domain),
    voter: 'Your email address is on the product’s own domain.',
    team: 'The account’s email address is on the product’s own domain.',
    anyone: 'The voter’s email address is on the product’s own domain.',
    lasts: false,
  },
  disposable_address: {
    applies: ({ mail_host }) => isDisposable(mail_host),
    voter: 'Your email address is from a disposable email provider.',
    team: 'The account’s email address is from a disposable email provider.',
    anyone: 'The voter’s email address is from a disposable email provider.',
    lasts: true,
  },
  same_mailbox: {
    applies: ({ same_mailbox }) => same_mailbox,
    voter: 'Another account with the same mailbox as yours has already voted for this launch.',
    team: 'Another account with the same mailbox voted for this launch: either the same address with a “+tag”, or an account that was deleted and created again.',
    anyone: 'Another account with the same mailbox voted for the same launch.',
    lasts: true,
  },
  ring_network: {
    applies: ({ is_new, ring_network }) => is_new && ring_network >= RING_SIZE,
    voter: 'Many new accounts on your network voted for this launch within an hour.',
    team: `One of more than ${RING_SIZE} votes that new accounts on one network cast for this launch within an hour.`,
    anyone: 'Many new accounts on one network voted for the same launch within an hour.',
    lasts: true,
  },
  ring_mail_domain: {
    applies: ({ is_new, ring_mail, mail_host }) => is_new && ring_mail >= RING_SIZE && !isFreeMail(mail_host),
    voter: 'Many new accounts with your email domain voted for this launch within an hour.',
    team: `One of more than ${RING_SIZE} votes that new accounts with one email domain cast for this launch within an hour.`,
    anyone: 'Many new accounts with one email domain voted for the same launch within an hour.',
    lasts: true,
  },
  too_fast: {
    applies: ({ by_voter }, speed) => by_voter >= speed.by_voter,
    voter: 'You voted too many times in a few minutes.',
    team: `The account cast an unusual number of votes within ${SPEED_MINUTES} minutes.`,
    anyone: 'The account voted too many times in a few minutes.',
    lasts: true,
  },
  too_fast_network: {
    applies: ({ by_network }, speed) => by_network >= speed.by_network,
    voter: 'Your network cast too many votes in a few minutes.',
    team: `The network cast an unusual number of votes within ${SPEED_MINUTES} minutes.`,
    anyone: 'One network cast too many votes in a few minutes.',
    lasts: true,
  },
} as const satisfies Record<string, VoteRule>;

export type RuleCode = keyof typeof VOTE_RULES;
export const RULE_CODES = Object.keys(VOTE_RULES) as RuleCode[];

/** The first rule that excludes a vote with these facts, or null. */
export const findUncountedReason = (facts: VoteFacts, speed: SpeedLimits): RuleCode | null =>
  RULE_CODES.find((code) => (VOTE_RULES[code] as VoteRule).applies(facts, speed)) ?? null;

/** The reason of a vote that the team excluded although no rule applied. */
export const DECIDED_BY_TEAM = 'by_the_team';

const isRule = (code: string): code is RuleCode => Object.hasOwn(VOTE_RULES, code);

/** The ballot before the vote is cast again. */
export interface EarlierVote {
  reason: string | null;
  decided: boolean;
}

/** Why a vote that is cast again does not count: decisions of the team stay, and so do suspicions; other rules are checked again. */
export const reasonOnRecast = ({ reason, decided }: EarlierVote, current: RuleCode | null): string | null => {
  if (decided) return reason;
  return reason !== null && isRule(reason) && VOTE_RULES[reason].lasts ? reason : current;
};

export const explainToVoter = (code: string, decided: boolean): string => {
  if (!isRule(code)) return 'The team reviewed this vote and decided not to count it.';
  // No decision of the team is involved in who owns the listing.
  if (code === 'own_listing' && decided) return VOTE_RULES[code].voter;
  const outlook = decided ? 'The team reviewed this vote and agreed.' : 'The team can review this and count it.';
  return `${VOTE_RULES[code].voter} ${outlook}`;
};

export const explainToTeam = (code: string): string =>
  isRule(code) ? VOTE_RULES[code].team : 'No rule applied; the team decided not to count it.';

export const explainToPublic = (code: string): string =>
  isRule(code) ? VOTE_RULES[code].anyone : 'The team reviewed this vote and decided not to count it.';
