import { rankSitemaps } from '../crawl/addresses.ts';

/**
 * robots.txt as in RFC 9309. Not `robots-parser`, which deviates where sites notice: a Sitemap line between two User-agent lines splits
 * their group, percent-encoded characters do not match plain ones, and a token followed by other words is not found. Matching is linear
 * per rule, whatever its wildcards.
 */

export const ROBOTS_TOKEN = 'Launchweek';

interface Rule {
  allow: boolean;
  /** The normalized pattern, split at its wildcards. */
  parts: string[];
  anchored: boolean;
  length: number;
}

export interface RobotsRules {
  rules: Rule[];
  /** Seconds. */
  crawl_delay: number | null;
  sitemaps: string[];
  lines: string[];
}

type Key = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';

/** Common misspellings are accepted. */
const KEYS: Record<string, Key> = {
  'user-agent': 'user-agent',
  useragent: 'user-agent',
  'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  disalow: 'disallow',
  'crawl-delay': 'crawl-delay',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
};

const UNRESERVED = /[A-Za-z0-9\-._~]/;
const UNFIT = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu;

/** Normalizes a path: unreserved characters are decoded, everything else is encoded with upper-case digits. */
const normalizePath = (path: string): string =>
  path
    .toWellFormed()
    .replace(UNFIT, encodeURIComponent)
    .replace(/%([0-9a-f]{2})/gi, (code, digits: string) => {
      const letter = String.fromCharCode(Number.parseInt(digits, 16));
      return UNRESERVED.test(letter) ? letter : code.toUpperCase();
    });

const escapeWildcards = (text: string): string => text.replaceAll('*', '%2A').replaceAll('$', '%24');

const parseRule = (allow: boolean, pattern: string): Rule => {
  const text = normalizePath(pattern);
  const anchored = text.endsWith('$');
  return { allow, parts: (anchored ? text.slice(0, -1) : text).split('*').map(escapeWildcards), anchored, length: text.length };
};

/** Each part is searched after the previous one; taking the first match leaves the most room for the rest. */
const matchesRule = ({ parts, anchored }: Rule, path: string): boolean => {
  const [first, ...rest] = parts;
  if (!path.startsWith(first!)) return false;
  if (rest.length === 0) return !anchored || path.length === first!.length;
  const last = anchored ? rest.pop()! : '';
  let at = first!.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
};

interface Line {
  key: Key;
  value: string;
  text: string;
}

const parseLine = (raw: string): Line | null => {
  const text = raw.replace(/#.*/s, '').trim();
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
  return Object.hasOwn(KEYS, name) ? { key: KEYS[name]!, value: text.slice(colon + 1).trim(), text } : null;
};

/** The product token of a User-agent line, without version and anything after it. */
const parseToken = (value: string): string => (value.startsWith('*') ? '*' : (/^[A-Za-z_-]+/.exec(value)?.[0] ?? value).toLowerCase());

interface Group {
  heads: { token: string; text: string }[];
  lines: Line[];
  has_rules: boolean;
}

const isRule = ({ key }: Line): boolean => key === 'allow' || key === 'disallow';

/** The groups of the file and its sitemaps. Only a rule ends a group's run of User-agent lines. */
const parseGroups = (text: string): { groups: Group[]; sitemaps: string[] } => {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  for (const raw of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const line = parseLine(raw);
    if (!line) continue;
    if (line.key === 'sitemap') sitemaps.push(line.value);
    else if (line.key !== 'user-agent') {
      const group = groups.at(-1);
      group?.lines.push(line);
      if (group && isRule(line)) group.has_rules = true;
    } else {
      if (groups.length === 0 || groups.at(-1)!.has_rules) groups.push({ heads: [], lines: [], has_rules: false });
      groups.at(-1)!.heads.push({ token: parseToken(line.value), text: line.text });
    }
  }
  return { groups, sitemaps };
};

/** The rules for a token: all groups that name it, merged; if there are none, all groups for `*`. */
export const parseRobots = (text: string, name: string = ROBOTS_TOKEN): RobotsRules => {
  const { groups, sitemaps } = parseGroups(text);
  const groupsFor = (token: string) => groups.filter(({ heads }) => heads.some((head) => head.token === token));
  const token = groupsFor(name.toLowerCase()).length > 0 ? name.toLowerCase() : '*';
  const groups_for_us = groupsFor(token);
  const lines = groups_for_us.flatMap((group) => group.lines);
  const delays = lines.filter(({ key }) => key === 'crawl-delay').map(({ value }) => Number.parseFloat(value));
  return {
    rules: lines.filter((line) => isRule(line) && line.value !== '').map(({ key, value }) => parseRule(key === 'allow', value)),
    crawl_delay: delays.find((seconds) => seconds >= 0 && Number.isFinite(seconds)) ?? null,
    sitemaps,
    lines: groups_for_us.flatMap(({ heads, lines }) => [...heads.filter((head) => head.token === token), ...lines]).map(({ text }) => text),
  };
};

/** Whether the rules allow an address: the longest match decides, allow wins a tie, and no match means allowed. */
export const isAllowedByRobots = ({ rules }: Pick<RobotsRules, 'rules'>, url: URL): boolean => {
  if (url.pathname === '/robots.txt') return true;
  const path = escapeWildcards(normalizePath(url.pathname + url.search));
  let best: Rule | null = null;
  for (const rule of rules)
    if ((!best || rule.length > best.length || (rule.length === best.length && rule.allow && !best.allow)) && matchesRule(rule, path))
      best = rule;
  return best?.allow ?? true;
};

/** The part of a robots.txt that concerns us, small enough to keep during a crawl. */
export interface RobotsSummary {
  /** The allow and disallow lines, for `check_robots`. */
  rules: string;
  crawl_delay: number | null;
  /** Its sitemaps, the most promising first. */
  sitemaps: string[];
  shown: string[];
}

const MAX_SHOWN = 50;
const LONGEST_SHOWN = 200;
const MAX_SITEMAPS = 50;
const LONGEST_ADDRESS = 2048;

const RULE = /^(dis+al+ow|allow)\s*:/i;
const looksLikeHtml = (text: string): boolean => /^\ufeff?\s*<(!doctype|html|head|body)/i.test(text.slice(0, 200));

export const summarizeRobots = (body: Uint8Array): RobotsSummary | null => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  if (looksLikeHtml(text)) return null;
  const { lines, crawl_delay, sitemaps } = parseRobots(text);
  return {
    rules: lines.filter((line) => RULE.test(line)).join('\n'),
    crawl_delay,
    sitemaps: rankSitemaps(
      sitemaps.filter((address) => address.length <= LONGEST_ADDRESS),
      (address) => address,
    ).slice(0, MAX_SITEMAPS),
    shown: lines.slice(0, MAX_SHOWN).map((line) => line.slice(0, LONGEST_SHOWN)),
  };
};

export const robotsRulesAllow = (rules: string, url: URL): boolean => isAllowedByRobots(parseRobots(`user-agent: *\n${rules}`), url);
