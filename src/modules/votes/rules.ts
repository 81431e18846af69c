import { getDomainWithoutSuffix } from 'tldts';
import { msg, texts } from '../../kernel/language/messages.ts';
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

/** What led a voter to the page with the button. Only the kind is stored. */
export type ReferrerKind = 'site' | 'search' | 'other' | 'none';

const SEARCH_ENGINES = 'google bing duckduckgo ecosia qwant startpage yahoo yandex baidu kagi brave perplexity'.split(' ');

/** The kind of a page that led here. Anybody can send anything, so it never weighs much. */
export const classifyReferrer = (referrer: string | null, site_root: string): ReferrerKind => {
  const url = URL.parse(referrer ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return 'none';
  if (url.host === URL.parse(site_root)?.host) return 'site';
  return SEARCH_ENGINES.includes(getDomainWithoutSuffix(url.hostname) ?? '') ? 'search' : 'other';
};

interface ReasonTexts {
  /** Shown to the voter. */
  voter: string;
  /** Shown to the team. */
  team: string;
  /** Shown to everybody, and to the listing's owner with totals. It must not tell how to get around the rule. */
  anyone: string;
}

interface VoteRule extends ReasonTexts {
  applies(facts: VoteFacts, speed: SpeedLimits): boolean;
  /** Whether the reason stays when the vote is withdrawn and cast again. */
  lasts: boolean;
}

/** Why a vote does not count from the start. The first rule that applies gives the reason, so they are ordered from certain to suspected. */
const VOTE_RULES = texts({
  unverified_address: {
    applies: ({ verified }) => !verified,
    voter: msg('Your email address isn’t verified yet. Sign in once with a sign-in link, then remove this vote and vote again.'),
    team: msg('The account’s email address is not verified.'),
    anyone: msg('The voter’s email address is not verified.'),
    lasts: false,
  },
  own_listing: {
    applies: ({ own }) => own,
    voter: msg('You can’t vote for your own product.'),
    team: msg('Cast by the owner or a co-founder.'),
    anyone: msg('The voter owns the listing or is one of its founders.'),
    lasts: false,
  },
  own_company: {
    applies: ({ mail_domain, listing_domain }) => mail_domain === listing_domain && !isFreeMail(listing_domain),
    voter: msg('Your email address is on the product’s own domain.'),
    team: msg('The account’s email address is on the product’s own domain.'),
    anyone: msg('The voter’s email address is on the product’s own domain.'),
    lasts: false,
  },
  disposable_address: {
    applies: ({ mail_host }) => isDisposable(mail_host),
    voter: msg('Your email address is from a disposable email provider.'),
    team: msg('The account’s email address is from a disposable email provider.'),
    anyone: msg('The voter’s email address is from a disposable email provider.'),
    lasts: true,
  },
  same_mailbox: {
    applies: ({ same_mailbox }) => same_mailbox,
    voter: msg('Another account with the same mailbox as yours has already voted for this launch.'),
    team: msg(
      'Another account with the same mailbox voted for this launch: either another spelling of the same address, or an account that was deleted and created again.',
    ),
    anyone: msg('Another account with the same mailbox voted for the same launch.'),
    lasts: true,
  },
  ring_network: {
    applies: ({ is_new, ring_network }) => is_new && ring_network >= RING_SIZE,
    voter: msg('Many accounts on your network that do little else here voted for this launch.'),
    team: msg('One of many votes for this launch from one network, by accounts that do little else here.'),
    anyone: msg('Many accounts on one network that do little else here voted for the same launch.'),
    lasts: true,
  },
  ring_mail_domain: {
    applies: ({ is_new, ring_mail, mail_host }) => is_new && ring_mail >= RING_SIZE && !isFreeMail(mail_host),
    voter: msg('Many accounts with your email domain that do little else here voted for this launch.'),
    team: msg('One of many votes for this launch with one email domain, by accounts that do little else here.'),
    anyone: msg('Many accounts with one email domain that do little else here voted for the same launch.'),
    lasts: true,
  },
  too_fast: {
    applies: ({ by_voter }, speed) => by_voter >= speed.by_voter,
    voter: msg('You voted too many times in a few minutes.'),
    team: msg('The account cast an unusual number of votes within a few minutes.'),
    anyone: msg('The account voted too many times in a few minutes.'),
    lasts: true,
  },
  too_fast_network: {
    applies: ({ by_network }, speed) => by_network >= speed.by_network,
    voter: msg('Your network cast too many votes in a few minutes.'),
    team: msg('The network cast an unusual number of votes within a few minutes.'),
    anyone: msg('One network cast too many votes in a few minutes.'),
    lasts: true,
  },
} as const satisfies Record<string, VoteRule>);

/** Why a vote does not count after its launch's votes were looked at together. A later review may decide otherwise. */
const REVIEW_REASONS = texts({
  ring_votes: {
    voter: msg('Your account is one of a group of accounts that vote for the same launches.'),
    team: msg('One of a group of accounts that vote for the same launches.'),
    anyone: msg('A group of accounts that vote for the same launches voted for this one.'),
  },
  unusual_crowd: {
    voter: msg('Far more accounts like yours, which do little else here, voted for this launch than is usual.'),
    team: msg('One of far more votes than usual by accounts of the same kind, which do little else here.'),
    anyone: msg('Far more accounts of one kind, which do little else here, voted for a launch than is usual.'),
  },
} as const satisfies Record<string, ReasonTexts>);

export type RuleCode = keyof typeof VOTE_RULES;
const RULE_CODES = Object.keys(VOTE_RULES) as RuleCode[];

/** Reasons that a review gives and takes back. */
export type ReviewReason = 'ring_network' | 'ring_mail_domain' | keyof typeof REVIEW_REASONS;
const REVIEWED = new Set<string>(['ring_network', 'ring_mail_domain', ...Object.keys(REVIEW_REASONS)]);

/** Whether a review may count a vote that is held for this reason. */
export const isReviewed = (reason: string): reason is ReviewReason => REVIEWED.has(reason);

/** Every reason of the rules, each with its texts. */
const REASONS: Record<string, ReasonTexts> = { ...VOTE_RULES, ...REVIEW_REASONS };
export const REASON_CODES = Object.keys(REASONS);
/** The first rule that excludes a vote with these facts, or null. */
export const findUncountedReason = (facts: VoteFacts, speed: SpeedLimits): RuleCode | null =>
  RULE_CODES.find((code) => (VOTE_RULES[code] as VoteRule).applies(facts, speed)) ?? null;

/** The reason of a vote that the team excluded although no rule applied. */
export const DECIDED_BY_TEAM = 'by_the_team';

/** The ballot before the vote is cast again. */
export interface EarlierVote {
  reason: string | null;
  decided: boolean;
}

/** Why a vote that is cast again does not count: decisions of the team stay, and so do suspicions; other rules are checked again. */
export const reasonOnRecast = ({ reason, decided }: EarlierVote, current: RuleCode | null): string | null => {
  if (decided) return reason;
  return reason !== null && (isReviewed(reason) || VOTE_RULES[reason as RuleCode]?.lasts) ? reason : current;
};

const OUTLOOK = texts({
  by_team: msg('The team reviewed this vote and decided not to count it.'),
  agreed: msg('The team reviewed this vote and agreed.'),
  open: msg('The team can review this and count it.'),
  no_rule: msg('No rule applied; the team decided not to count it.'),
});

export const explainToVoter = (code: string, decided: boolean): string => {
  const reason = REASONS[code];
  if (!reason) return OUTLOOK.by_team;
  // No decision of the team is involved in who owns the listing.
  if (code === 'own_listing' && decided) return reason.voter;
  return `${reason.voter} ${decided ? OUTLOOK.agreed : OUTLOOK.open}`;
};

export const explainToTeam = (code: string): string => REASONS[code]?.team ?? OUTLOOK.no_rule;

export const explainToPublic = (code: string): string => REASONS[code]?.anyone ?? OUTLOOK.by_team;
