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
    voter: 'Your mail address is not verified yet. Sign in by link once, then take this vote back and vote again.',
    team: 'The address of the account is not verified.',
    anyone: 'The voter’s mail address is not verified.',
    lasts: false,
  },
  own_listing: {
    applies: ({ own }) => own,
    voter: 'It is your own listing, and votes for one’s own do not count.',
    team: 'Cast by the owner or a co-founder.',
    anyone: 'The voter owns the listing or is a founder of it.',
    lasts: false,
  },
  own_company: {
    applies: ({ mail_domain, listing_domain }) => mail_domain === listing_domain && !isFreeMail(listing_domain),
    voter: 'Your mail address is at the product’s own domain.',
    team: 'The address of the account is at the product’s own domain.',
    anyone: 'The voter’s mail address is at the product’s own domain.',
    lasts: false,
  },
  disposable_address: {
    applies: ({ mail_host }) => isDisposable(mail_host),
    voter: 'Your mail address is at a provider of throw-away mailboxes.',
    team: 'The address of the account is at a provider of throw-away mailboxes.',
    anyone: 'The voter’s mail address is at a provider of throw-away mailboxes.',
    lasts: true,
  },
  same_mailbox: {
    applies: ({ same_mailbox }) => same_mailbox,
    voter: 'Another account whose mail goes to the same mailbox as yours has voted for this launch.',
    team: 'Another account whose mail goes to the same mailbox voted for this launch: the same address with something behind a plus, or one that was deleted and made again.',
    anyone: 'Another account with the same mailbox voted for the same launch.',
    lasts: true,
  },
  ring_network: {
    applies: ({ is_new, ring_network }) => is_new && ring_network >= RING_SIZE,
    voter: 'Within an hour, many new accounts voted for this launch from the same network as yours.',
    team: `One of more than ${RING_SIZE} votes that new accounts cast for this launch from one network within an hour.`,
    anyone: 'Many new accounts voted for the same launch from one network within an hour.',
    lasts: true,
  },
  ring_mail_domain: {
    applies: ({ is_new, ring_mail, mail_host }) => is_new && ring_mail >= RING_SIZE && !isFreeMail(mail_host),
    voter: 'Within an hour, many new accounts with addresses at the same domain as yours voted for this launch.',
    team: `One of more than ${RING_SIZE} votes that new accounts with addresses at one domain cast for this launch within an hour.`,
    anyone: 'Many new accounts with addresses at one domain voted for the same launch within an hour.',
    lasts: true,
  },
  too_fast: {
    applies: ({ by_voter }, speed) => by_voter >= speed.by_voter,
    voter: 'You voted faster than people read.',
    team: `The account cast more votes in ${SPEED_MINUTES} minutes than people do.`,
    anyone: 'The account voted faster than people read.',
    lasts: true,
  },
  too_fast_network: {
    applies: ({ by_network }, speed) => by_network >= speed.by_network,
    voter: 'Very many votes came from your network in a few minutes.',
    team: `More votes came from the network in ${SPEED_MINUTES} minutes than people of one place cast.`,
    anyone: 'Very many votes came from one network in a few minutes.',
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
  if (!isRule(code)) return 'A person of the team looked at it and took it out of the count.';
  // No decision of the team is involved in who owns the listing.
  if (code === 'own_listing' && decided) return VOTE_RULES[code].voter;
  const outlook = decided
    ? 'A person of the team looked at it and left it so.'
    : 'A person of the team can look at it and decide otherwise.';
  return `${VOTE_RULES[code].voter} ${outlook}`;
};

export const explainToTeam = (code: string): string =>
  isRule(code) ? VOTE_RULES[code].team : 'No rule held it back; the team took it out of the count.';

export const explainToPublic = (code: string): string =>
  isRule(code) ? VOTE_RULES[code].anyone : 'A person of the team looked at it and took it out of the count.';
