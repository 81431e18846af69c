import { isDisposable, isFreeMail } from './mail-domains.ts';

/** What is known of a vote when it is cast. Counts stop where they matter. */
export interface Facts {
  verified: boolean;
  /** The voter owns the listing, or is a founder of it who has an account. */
  own: boolean;
  mail_host: string;
  /** The registrable domain of the voter's address, and of the product. */
  mail_domain: string;
  listing_domain: string;
  is_new: boolean;
  /** Votes before this one: of this account and of this network in the last ten minutes. */
  by_voter: number;
  by_network: number;
  /** For this launch in the last hour by other new accounts: from the same network, and with addresses at the same domain. */
  ring_network: number;
  ring_mail: number;
  /** Another account whose mail goes to the same mailbox has voted for this launch. */
  same_mailbox: boolean;
}

export interface Speed {
  by_voter: number;
  by_network: number;
}

/** How many votes are taken as a person's own, in ten minutes. A site's settings may say other numbers. */
export const SPEED: Speed = { by_voter: 30, by_network: 60 };
export const SPEED_MINUTES = 10;

/** So many votes of new accounts from one place are taken as chance. */
export const RING = 5;
export const RING_MINUTES = 60;
/** An account is new for this long. */
export const NEW_MS = 24 * 3_600_000;

interface Rule {
  holds(facts: Facts, speed: Speed): boolean;
  /** Told to the voter. */
  voter: string;
  /** Told to the team. */
  team: string;
  /** Told to everybody, and in totals to the listing's owner: as much as can be told without telling how to get round it. */
  anyone: string;
  /** Whether a vote that is taken back and cast again is still held for it. */
  lasts: boolean;
}

/** Why a vote does not count. The first rule that holds is the reason; the order is from what is certain to what is suspected. */
const RULES = {
  unverified_address: {
    holds: ({ verified }) => !verified,
    voter: 'Your mail address is not verified yet. Sign in by link once, then take this vote back and vote again.',
    team: 'The address of the account is not verified.',
    anyone: 'The voter’s mail address is not verified.',
    lasts: false,
  },
  own_listing: {
    holds: ({ own }) => own,
    voter: 'It is your own listing, and votes for one’s own do not count.',
    team: 'Cast by the owner or a co-founder.',
    anyone: 'The voter owns the listing or is a founder of it.',
    lasts: false,
  },
  own_company: {
    holds: ({ mail_domain, listing_domain }) => mail_domain === listing_domain && !isFreeMail(listing_domain),
    voter: 'Your mail address is at the product’s own domain.',
    team: 'The address of the account is at the product’s own domain.',
    anyone: 'The voter’s mail address is at the product’s own domain.',
    lasts: false,
  },
  disposable_address: {
    holds: ({ mail_host }) => isDisposable(mail_host),
    voter: 'Your mail address is at a provider of throw-away mailboxes.',
    team: 'The address of the account is at a provider of throw-away mailboxes.',
    anyone: 'The voter’s mail address is at a provider of throw-away mailboxes.',
    lasts: true,
  },
  same_mailbox: {
    holds: ({ same_mailbox }) => same_mailbox,
    voter: 'Another account whose mail goes to the same mailbox as yours has voted for this launch.',
    team: 'Another account whose mail goes to the same mailbox voted for this launch: the same address with something behind a plus, or one that was deleted and made again.',
    anyone: 'Another account with the same mailbox voted for the same launch.',
    lasts: true,
  },
  ring_network: {
    holds: ({ is_new, ring_network }) => is_new && ring_network >= RING,
    voter: 'Within an hour, many new accounts voted for this launch from the same network as yours.',
    team: `One of more than ${RING} votes that new accounts cast for this launch from one network within an hour.`,
    anyone: 'Many new accounts voted for the same launch from one network within an hour.',
    lasts: true,
  },
  ring_mail_domain: {
    holds: ({ is_new, ring_mail, mail_host }) => is_new && ring_mail >= RING && !isFreeMail(mail_host),
    voter: 'Within an hour, many new accounts with addresses at the same domain as yours voted for this launch.',
    team: `One of more than ${RING} votes that new accounts with addresses at one domain cast for this launch within an hour.`,
    anyone: 'Many new accounts with addresses at one domain voted for the same launch within an hour.',
    lasts: true,
  },
  too_fast: {
    holds: ({ by_voter }, speed) => by_voter >= speed.by_voter,
    voter: 'You voted faster than people read.',
    team: `The account cast more votes in ${SPEED_MINUTES} minutes than people do.`,
    anyone: 'The account voted faster than people read.',
    lasts: true,
  },
  too_fast_network: {
    holds: ({ by_network }, speed) => by_network >= speed.by_network,
    voter: 'Very many votes came from your network in a few minutes.',
    team: `More votes came from the network in ${SPEED_MINUTES} minutes than people of one place cast.`,
    anyone: 'Very many votes came from one network in a few minutes.',
    lasts: true,
  },
} as const satisfies Record<string, Rule>;

export type RuleCode = keyof typeof RULES;
export const RULE_CODES = Object.keys(RULES) as RuleCode[];

/** Why a vote with these facts does not count, or null. */
export const reasonFor = (facts: Facts, speed: Speed): RuleCode | null =>
  RULE_CODES.find((code) => (RULES[code] as Rule).holds(facts, speed)) ?? null;

/** The reason of a vote a person took out that no rule had held back. */
export const BY_THE_TEAM = 'by_the_team';

const isRule = (code: string): code is RuleCode => Object.hasOwn(RULES, code);

/** How the vote stood that is cast again. */
export interface Earlier {
  reason: string | null;
  decided: boolean;
}

/** Why a vote that is cast again does not count: what a person decided stays, and so do suspicions; the rest is looked at anew. */
export const reasonAgain = ({ reason, decided }: Earlier, anew: RuleCode | null): string | null => {
  if (decided) return reason;
  return reason !== null && isRule(reason) && RULES[reason].lasts ? reason : anew;
};

export const sayToVoter = (code: string, decided: boolean): string => {
  if (!isRule(code)) return 'A person of the team looked at it and took it out of the count.';
  // Whose it is needs nobody's judgement.
  if (code === 'own_listing' && decided) return RULES[code].voter;
  const then = decided ? 'A person of the team looked at it and left it so.' : 'A person of the team can look at it and decide otherwise.';
  return `${RULES[code].voter} ${then}`;
};

export const sayToTeam = (code: string): string =>
  isRule(code) ? RULES[code].team : 'No rule held it back; the team took it out of the count.';

export const sayToAnyone = (code: string): string =>
  isRule(code) ? RULES[code].anyone : 'A person of the team looked at it and took it out of the count.';
