/**
 * robots.txt as RFC 9309 reads it. Written here because `robots-parser` departs from it where sites notice: a Sitemap line
 * between two User-agent lines parts their group, percent-encoded letters do not match plain ones, and a token followed by
 * other words is not found. Matching is linear for each rule, whatever its stars.
 */

/** Our name in robots.txt. */
export const TOKEN = 'Launchweek';

interface Rule {
  allow: boolean;
  /** The pattern between its stars, in the spelling that paths are compared in. */
  parts: string[];
  anchored: boolean;
  length: number;
}

export interface RobotsFile {
  rules: Rule[];
  /** Seconds. */
  crawl_delay: number | null;
  sitemaps: string[];
  /** The lines that apply to us, as written. */
  lines: string[];
}

type Key = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';

/** Common misspellings are meant as what they resemble. */
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

/** One spelling for a path: letters that need no code are plain, all else is coded with capital digits. */
const spelled = (path: string): string =>
  path
    .toWellFormed()
    .replace(UNFIT, encodeURIComponent)
    .replace(/%([0-9a-f]{2})/gi, (code, digits: string) => {
      const letter = String.fromCharCode(Number.parseInt(digits, 16));
      return UNRESERVED.test(letter) ? letter : code.toUpperCase();
    });

/** A star or a dollar that stands for itself. */
const literal = (text: string): string => text.replaceAll('*', '%2A').replaceAll('$', '%24');

const ruleOf = (allow: boolean, pattern: string): Rule => {
  const text = spelled(pattern);
  const anchored = text.endsWith('$');
  return { allow, parts: (anchored ? text.slice(0, -1) : text).split('*').map(literal), anchored, length: text.length };
};

/** Each part is looked for behind the one before: the first find leaves most room for the rest. */
const matches = ({ parts, anchored }: Rule, path: string): boolean => {
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

const lineOf = (raw: string): Line | null => {
  const text = raw.replace(/#.*/s, '').trim();
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
  return Object.hasOwn(KEYS, name) ? { key: KEYS[name]!, value: text.slice(colon + 1).trim(), text } : null;
};

/** The product token of a User-agent line: its letters, without version or anything that follows. */
const tokenOf = (value: string): string => (value.startsWith('*') ? '*' : (/^[A-Za-z_-]+/.exec(value)?.[0] ?? value).toLowerCase());

interface Group {
  heads: { token: string; text: string }[];
  lines: Line[];
}

const isRule = ({ key }: Line): boolean => key === 'allow' || key === 'disallow';

/** The groups of the file, and the lines that belong to none. Only a rule ends a group's run of User-agent lines. */
const groupsOf = (text: string): { groups: Group[]; sitemaps: string[] } => {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  for (const raw of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const line = lineOf(raw);
    if (!line) continue;
    if (line.key === 'sitemap') sitemaps.push(line.value);
    else if (line.key !== 'user-agent') groups.at(-1)?.lines.push(line);
    else {
      if (groups.length === 0 || groups.at(-1)!.lines.some(isRule)) groups.push({ heads: [], lines: [] });
      groups.at(-1)!.heads.push({ token: tokenOf(line.value), text: line.text });
    }
  }
  return { groups, sitemaps };
};

/** What a robots.txt says to the given token: all groups that name it, as one; without any, all groups for everybody. */
export const readRobots = (text: string, name: string = TOKEN): RobotsFile => {
  const { groups, sitemaps } = groupsOf(text);
  const naming = (token: string) => groups.filter(({ heads }) => heads.some((head) => head.token === token));
  const token = naming(name.toLowerCase()).length > 0 ? name.toLowerCase() : '*';
  const ours = naming(token);
  const lines = ours.flatMap((group) => group.lines);
  const delays = lines.filter(({ key }) => key === 'crawl-delay').map(({ value }) => Number.parseFloat(value));
  return {
    rules: lines.filter((line) => isRule(line) && line.value !== '').map(({ key, value }) => ruleOf(key === 'allow', value)),
    crawl_delay: delays.find((seconds) => seconds >= 0 && Number.isFinite(seconds)) ?? null,
    sitemaps,
    lines: ours.flatMap(({ heads, lines }) => [...heads.filter((head) => head.token === token), ...lines]).map(({ text }) => text),
  };
};

/** Whether the rules let this address be read: the longest match decides, allow on a tie, and nothing said is yes. */
export const mayRead = ({ rules }: Pick<RobotsFile, 'rules'>, url: URL): boolean => {
  if (url.pathname === '/robots.txt') return true;
  const path = literal(spelled(url.pathname + url.search));
  let best: Rule | null = null;
  for (const rule of rules)
    if ((!best || rule.length > best.length || (rule.length === best.length && rule.allow && !best.allow)) && matches(rule, path))
      best = rule;
  return best?.allow ?? true;
};

export const NO_RULES: RobotsFile = { rules: [], crawl_delay: null, sitemaps: [], lines: [] };
export const ALL_SHUT: RobotsFile = { ...NO_RULES, rules: [ruleOf(false, '/')] };
