import { isDnsAnswer } from '../../integrations/dns.ts';
import { fetchParsed, parseWith, type ResponseHead } from '../../integrations/fetch/fetch-parsed.ts';
import { type FetchError, isFetched } from '../../integrations/fetch/guarded-fetch.ts';
import type { Integrations } from '../../kernel/context.ts';
import { msg, texts } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { isTooCostly } from '../../kernel/parsing/task.ts';
import { CLAIM_FILE_BYTES, CLAIM_PAGE_BYTES, check_file, check_homepage } from './parser-tasks.ts';
import {
  type ClaimedSite,
  dnsObstacle,
  emailObstacle,
  fileUrl,
  findTokenInRecords,
  homepageUrl,
  isOwnDomain,
  metaTag,
  type ProofCheckResult,
  recordName,
  rootObstacle,
} from './rules.ts';
import type { ClaimMethodName, Instructions } from './schema.ts';

const TIMEOUT_MS = 10_000;

type ProofCheck = (integrations: Integrations, site: ClaimedSite, token: string) => Promise<ProofCheckResult>;

const notFound = (detail: string): ProofCheckResult => ({ found: false, detail });

export const checkDnsRecords: ProofCheck = async ({ names }, site, token) => {
  const name = recordName(site);
  const texts = await names.txt(name);
  return isDnsAnswer(texts)
    ? findTokenInRecords(texts, token, name)
    : notFound(inEnglish(msg('{name} couldn’t be looked up: {reason}.'), { name, reason: texts.detail }));
};

interface ProofLocation {
  address: string;
  types: string[];
  max_bytes: number;
  task: typeof check_homepage;
}

/** Why a response proves nothing, whatever its body says. A redirect to another domain proves nothing about this one. */
const responseFault = (answer: ResponseHead | FetchError, site: ClaimedSite, { address, types }: ProofLocation): string | null => {
  if (!isFetched(answer)) return inEnglish(msg('{address} couldn’t be read: {reason}.'), { address, reason: answer.detail });
  if (!isOwnDomain(answer.url, site))
    return inEnglish(msg('{address} redirects to {host}, which is not {domain}.'), {
      address,
      host: new URL(answer.url).host,
      domain: site.domain,
    });
  if (answer.status !== 200) return inEnglish(msg('{address} returns status {status}.'), { address, status: answer.status });
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return type && !types.includes(type)
    ? inEnglish(msg('{address} is served as {type} instead of {expected}.'), { address, type: type.slice(0, 60), expected: types[0] })
    : null;
};

const PARSER_LIMITS = {
  timed_out: msg('{address} takes too long to read, so we stopped. Make the page simpler or use another method, then check again.'),
  too_large: msg('{address} takes too much memory to read, so we stopped. Make the page simpler or use another method, then check again.'),
};

/** Fetches the page or file that should hold the proof, and parses it in a worker thread. */
const checkUrl = async ({ fetch }: Integrations, site: ClaimedSite, token: string, location: ProofLocation): Promise<ProofCheckResult> => {
  const { address, max_bytes, task } = location;
  try {
    return await fetchParsed(fetch, address, { timeout_ms: TIMEOUT_MS, max_bytes, cut: true }, task, (answer) => {
      const fault = responseFault(answer, site, location);
      return fault === null ? parseWith({ token, address }) : notFound(fault);
    });
  } catch (error) {
    if (!isTooCostly(error)) throw error;
    return { found: false, detail: inEnglish(PARSER_LIMITS[error.code], { address }), gave_up: true };
  }
};

export const checkMetaTag: ProofCheck = (integrations, site, token) =>
  checkUrl(integrations, site, token, {
    address: homepageUrl(site),
    types: ['text/html', 'application/xhtml+xml'],
    max_bytes: CLAIM_PAGE_BYTES,
    task: check_homepage,
  });

export const checkFile: ProofCheck = (integrations, site, token) =>
  checkUrl(integrations, site, token, {
    address: fileUrl(site),
    types: ['text/plain'],
    max_bytes: CLAIM_FILE_BYTES,
    task: check_file,
  });

interface ClaimMethod {
  /** Completes “You have proved … that it is yours.” */
  how: string;
  /** Why this method cannot prove this listing, worded to follow the method's name; null where it can. */
  obstacle(site: ClaimedSite): string | null;
  /** `proof` is the token to publish, or the mailbox to verify. */
  instructions(site: ClaimedSite, proof: string): Instructions;
  /** How to check the proof; null for the mailed link, which the claimant opens. */
  check: ProofCheck | null;
}

/** How ownership can be proved. To add a method, add a row. */
export const CLAIM_METHODS: Record<ClaimMethodName, ClaimMethod> = texts({
  dns: {
    how: msg('with a DNS record'),
    obstacle: dnsObstacle,
    instructions: (site, token) => ({
      what: 'Add a DNS TXT record to your domain with this name and value.',
      where: recordName(site),
      value: token,
      token,
    }),
    check: checkDnsRecords,
  },
  meta: {
    how: msg('with a meta tag on the homepage'),
    obstacle: rootObstacle,
    instructions: (site, token) => ({
      what: 'Add this tag to the <head> of your homepage.',
      where: homepageUrl(site),
      value: metaTag(token),
      token,
    }),
    check: checkMetaTag,
  },
  file: {
    how: msg('with a file on the website'),
    obstacle: rootObstacle,
    instructions: (site, token) => ({
      what: 'Upload a plain text file to this address with this text as its first line.',
      where: fileUrl(site),
      value: token,
      token,
    }),
    check: checkFile,
  },
  email: {
    how: msg('by email'),
    obstacle: emailObstacle,
    instructions: (_claimed, email) => ({
      what: 'Open the link in the email we sent to this address and press the button. It works for 24 hours. To get a new one, claim the listing again.',
      where: email,
      value: null,
      token: null,
    }),
    check: null,
  },
});
