import { msg, t } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { extractDomain, extractDomainOrHost, isSharedDomain, isSharedRoot } from '../listings/addresses.ts';
import { isDisposable, isFreeMail } from '../votes/mail-domains.ts';
import type { Claim } from './schema.ts';

const HOUR = 3_600_000;
export const CLAIM_TTL_MS = 14 * 24 * HOUR;
export const CLAIM_LINK_TTL_MS = 24 * HOUR;
/** How long to wait before a link is mailed again. */
export const CLAIM_LINK_COOLDOWN_MS = 5 * 60_000;
export const MAX_PENDING_CLAIMS = 20;

const RECORD_LABEL = '_launchweek';
export const META_NAME = 'launchweek-verification';
const FILE_PATH = '/.well-known/launchweek-verification.txt';

/** What a claim is about: what identifies the listing's website, and its address. */
export interface ClaimedSite {
  domain: string;
  website: string;
}

/** Listings that share a website with others are told apart by their path; who owns them is a question of the domain. */
const hostOf = ({ domain }: ClaimedSite): string => domain.split('/')[0]!;

export const recordName = (site: ClaimedSite): string => `${RECORD_LABEL}.${hostOf(site)}`;
/** The root of the website's host. A path below it proves nothing: on many hosts every user has one. */
export const homepageUrl = ({ website }: ClaimedSite): string => new URL('/', website).href;
export const fileUrl = ({ website }: ClaimedSite): string => new URL(FILE_PATH, website).href;
export const metaTag = (token: string): string => `<meta name="${META_NAME}" content="${token}">`;

/** Frequent at first, while the claimant is publishing the proof, then every six hours. */
const CHECK_DELAYS_MINUTES = [5, 10, 20, 40, 60, 120, 240];
const LAST_CHECK_DELAY_MINUTES = 360;
export const checkDelay = (checks: number): number => (CHECK_DELAYS_MINUTES[checks] ?? LAST_CHECK_DELAY_MINUTES) * 60_000;

/** Why a host that is no domain name (in development: a host with a port) can have no DNS record and no mailbox; null for a domain name. */
export const dnsObstacle = (site: ClaimedSite): string | null =>
  rootObstacle(site) ?? (extractDomain(hostOf(site)) === null ? `can’t be used here: ${site.domain} is not a domain name` : null);

/** Where users have only a path, they can publish nothing that proves who they are; null if they have a host. */
export const rootObstacle = (site: ClaimedSite): string | null =>
  isSharedRoot(site.website) ? `can’t be used here: ${hostOf(site)} is shared by many people. Ask the team to make you the owner` : null;

export const emailObstacle = (site: ClaimedSite): string | null => {
  const { domain } = site;
  const obstacle = dnsObstacle(site);
  if (obstacle) return obstacle;
  if (isSharedDomain(domain)) return `can’t be used here: ${domain} is on a shared host. Use meta or file`;
  return isFreeMail(domain) || isDisposable(domain)
    ? `can’t be used here: anyone can get an address at ${domain}. Use dns, meta or file`
    : null;
};

/** Why a mailbox proves nothing about a domain, or null. It may be at the domain or at a subdomain. */
export const mailboxFault = (email: string, site: ClaimedSite): string | null => {
  const host = email.slice(email.lastIndexOf('@') + 1);
  const domain = extractDomainOrHost(site.domain);
  if (extractDomain(host) === domain && !isSharedDomain(site.domain)) return null;
  return isFreeMail(host) || isDisposable(host)
    ? t('must be at {domain}; anyone can get an address at {host}', { domain, host })
    : t('must be at {domain}, the domain of the listing', { domain });
};

/** Result of a check; detail says what was found, for the claimant. */
export interface ProofCheckResult {
  found: boolean;
  detail: string;
  /** The page exceeded the parser's limits. We do not retry on schedule, since the result would be the same. */
  gave_up?: true;
}

const MAX_QUOTED = 3;
const MAX_QUOTE_LENGTH = 80;
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]+/g;
/** Quotes untrusted texts, shortened and without control characters. */
export const quoteTexts = (texts: string[]): string => {
  const quotes = texts.slice(0, MAX_QUOTED).map((text) => `“${text.replace(UNPRINTABLE, ' ').toWellFormed().slice(0, MAX_QUOTE_LENGTH)}”`);
  return `${quotes.join(', ')}${texts.length > MAX_QUOTED ? ` and ${texts.length - MAX_QUOTED} more` : ''}`;
};

export const findTokenInRecords = (texts: string[], token: string, name: string): ProofCheckResult => {
  if (texts.some((text) => text.trim() === token))
    return { found: true, detail: inEnglish(msg('We found the record at {name}.'), { name }) };
  const detail =
    texts.length === 0
      ? inEnglish(msg('There is no TXT record at {name} yet. New records can take an hour to be visible everywhere.'), { name })
      : inEnglish(msg('The TXT record at {name} has a different value: {value}.'), { name, value: quoteTexts(texts) });
  return { found: false, detail };
};

export const findTokenInFile = (text: string, token: string, address: string): ProofCheckResult => {
  const [first = ''] = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1);
  if (first.trim() === token) return { found: true, detail: inEnglish(msg('We found the file {address}.'), { address }) };
  return {
    found: false,
    detail: first
      ? inEnglish(msg('The file {address} has a different first line: {line}.'), { address, line: quoteTexts([first]) })
      : inEnglish(msg('The file {address} is empty.'), { address }),
  };
};

/** Whether an address, after redirects, is still on the listing's own domain. */
export const isOwnDomain = (address: string, site: ClaimedSite): boolean =>
  extractDomainOrHost(address) === extractDomainOrHost(site.domain) && !isSharedRoot(site.website);

const pendingSteps = ({ id, method, instructions, next_check_at }: Omit<ClaimProgress, 'status'>): string[] => {
  if (method === 'email')
    return [
      `Someone with access to ${instructions.where} opens the link in our email within 24 hours and presses the button on that page.`,
      'list_my_claims shows when it is verified. claim_listing with the same method and address sends a new link.',
    ];
  const by_ourselves = next_check_at ? `. We also check automatically, next at ${next_check_at}` : '';
  return [
    `Publish instructions.value at instructions.where. ${instructions.what}`,
    `Then call verify_claim with claim_id ${id}${by_ourselves}.`,
  ];
};

/** The part of a claim that decides what is left to do. */
interface ClaimProgress extends Pick<Claim, 'id' | 'listing_id' | 'method' | 'status' | 'instructions' | 'next_check_at'> {}

const STEPS_BY_STATUS: Record<Claim['status'], (claim: ClaimProgress) => string[]> = {
  pending: pendingSteps,
  verified: ({ listing_id }) => [
    `You own the listing: get_my_listing with listing_id ${listing_id} shows it, update_my_listing changes it.`,
  ],
  expired: () => ['It wasn’t verified in time. claim_listing starts a new claim.'],
  superseded: () => ['Another claim to this listing was verified first. list_my_listings shows whether it is yours.'],
};

/** What to do next about a claim, for people and agents. */
export const claimSteps = (claim: ClaimProgress): string[] => STEPS_BY_STATUS[claim.status](claim);
