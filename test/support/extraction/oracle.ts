import type { PageText } from '../../../src/modules/extraction/parse/page.ts';
import type { CategoryOption, EvidenceQuote } from '../../../src/modules/extraction/proposal.ts';
import type { Verification } from '../../../src/modules/extraction/verify/ruling.ts';
import { FOUNDER_WORDS, FOUNDING_WORDS, FOUNDING_WORDS_CLOSE, STAGE_WORDS } from '../../../src/modules/extraction/words/company.ts';
import { COMMON_FORMS, COUNTRY_CODES, SCRIPTS } from '../../../src/modules/extraction/words/countries.ts';
import { PRICING_WORDS } from '../../../src/modules/extraction/words/pricing.ts';
import { TOPICS } from '../../../src/modules/extraction/words/topics.ts';
import { containsWords, isVerbatim } from './verbatim.ts';

/**
 * The guarantees of verification, implemented again as plainly as possible: slow, and without its search code. It shares only the word
 * tables. Where it is more lenient, test cases cover the difference.
 */

/** Cached, because building forty dictionaries for every quote is too slow. */
function cached<R>(make: (key: string) => R): (key: string) => R {
  const made = new Map<string, R>();
  return (key) => made.get(key) ?? made.set(key, make(key)).get(key)!;
}

const bareOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}%$€]+/gu, ' ')
    .trim();
const bare = cached(bareOf);
const containsAny = (text: string, terms: readonly string[]): boolean => terms.some((term) => bare(text).includes(bare(term)));
const digits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (one) => (/\d/.test(one) ? one : String([...'٠١٢٣٤٥٦٧٨٩'].indexOf(one) + [...'۰۱۲۳۴۵۶۷۸۹'].indexOf(one) + 1)));

const countryNames = cached((code: string): string[] => [
  ...SCRIPTS.flatMap(({ languages }) =>
    languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code)!.replace(/ ?[(（].*/, '')),
  ),
  ...(COMMON_FORMS[code] ?? '').split(', '),
]);
const accentless = (text: string): string => bare(text.normalize('NFD').replace(/\p{Mn}/gu, ''));
const namesCountry = (text: string, code: string): boolean =>
  countryNames(code).some((name) => name && (bare(text).includes(bare(name)) || accentless(text).includes(accentless(name)))) ||
  text.toUpperCase().includes(code) ||
  /\p{Lu}{1,3}[-–]\d{3}|\p{Lu}{2,3},? \S*\d{3}|\d\p{Lu}{2}|\d{4} ?\p{Lu}{2}|〒|§/u.test(text);

const PRICING: Record<string, (quotes: string[]) => boolean> = {
  free: (quotes) => quotes.some((quote) => containsAny(quote, PRICING_WORDS.free) || /0/.test(quote)),
  freemium: (quotes) =>
    quotes.some((quote) => containsAny(quote, ['freemium', 'フリーミアム', '프리미엄', '免费增值'])) ||
    (PRICING.free!(quotes) && quotes.some((quote) => /\d/.test(quote) || containsAny(quote, PRICING_WORDS.paid_plan))),
  subscription: (quotes) => quotes.some((quote) => /[1-9]/.test(quote) && containsAny(quote, PRICING_WORDS.period)),
  'one-time': (quotes) => quotes.some((quote) => containsAny(quote, PRICING_WORDS.once)),
  'usage-based': (quotes) => quotes.some((quote) => containsAny(quote, PRICING_WORDS.usage)),
  'open-source': (quotes) => quotes.some((quote) => containsAny(quote, PRICING_WORDS.open_source)),
  commission: (quotes) => quotes.some((quote) => /[1-9]/.test(quote) && containsAny(quote, PRICING_WORDS.commission)),
  'free trial': (quotes) => quotes.some((quote) => containsAny(quote, PRICING_WORDS.trial)),
  paid: (quotes) => quotes.some((quote) => /[1-9]/.test(quote)),
};

/** What a quote's parts resolve to on its page: the whole, text in quotation marks, and each run without spaces. */
const leadsTo = ({ quote, url }: EvidenceQuote): string[] => {
  const parts = [quote, ...[...quote.matchAll(/"([^"]*)"/g)].map(([, inner]) => inner!), ...quote.split(' ')];
  const trimmed = parts.flatMap((part) => [part, part.replace(/^[("'“«<]+|[)"'”»>.,;:!?\]}]+$/gu, '')]);
  return trimmed.flatMap((part) => URL.parse(part, url)?.href ?? []);
};
const isLink = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && value.length <= 500;
};
const leads = (value: string, evidence: EvidenceQuote[]): boolean =>
  isLink(value) && evidence.some((quote) => leadsTo(quote).includes(value));
const showsVideo = (value: string, evidence: EvidenceQuote[]): boolean => {
  const id = /([\w-]{5,})(?:\.html|\/)?$/.exec(value)?.[1];
  return isLink(value) && id !== undefined && evidence.some(({ quote }) => quote.includes(id));
};
const holdsEmail = (value: string, { quote }: EvidenceQuote): boolean => {
  const wanted = value.toLowerCase();
  const spelled = quote
    .toLowerCase()
    .replace(/\s*[[({<]\s*\p{L}[\p{L}\p{M}-]*\s*[\])}>]\s*/gu, (found) =>
      /do|pu|po|kr|te|bo|то|кр|pi|no|τε|ド|점|点/u.test(found) ? '.' : '@',
    )
    .replace(/\s+at\s+/g, '@')
    .replace(/\s+dot\s+/g, '.');
  return [quote, spelled, decodeURIComponent(quote.replace(/%(?![0-9a-f]{2})/gi, '%25'))].some((text) =>
    text.normalize('NFKC').toLowerCase().includes(wanted),
  );
};

type Rule = (value: string | string[], evidence: EvidenceQuote[], categories: CategoryOption[]) => boolean;
const each = (value: string | string[], evidence: EvidenceQuote[], most: number): boolean =>
  Array.isArray(value) &&
  value.length <= most &&
  new Set(value.map((item) => item.toLowerCase())).size === value.length &&
  value.every((item) => [...item].length <= 200 && evidence.some(({ quote }) => containsWords(quote, item)));
const text =
  (most: number, parts: (value: string) => string[] = (value) => [value]): Rule =>
  (value, evidence) =>
    typeof value === 'string' &&
    [...value].length <= most &&
    parts(value).every((part) => evidence.some(({ quote }) => containsWords(quote, part)));
const some =
  (rule: (value: string, quote: string) => boolean): Rule =>
  (value, evidence) =>
    typeof value === 'string' && evidence.some(({ quote }) => rule(value, quote));

const FIELDS: Record<keyof Verification['fields'], Rule> = {
  name: text(500),
  tagline: text(500),
  short_description: text(500),
  description: text(20_000, (value) => value.split('\n\n')),
  stage: some((value, quote) => containsAny(quote, STAGE_WORDS[value as keyof typeof STAGE_WORDS] ?? [])),
  categories: (value, evidence, categories) =>
    Array.isArray(value) &&
    value.length <= 20 &&
    value.every(
      (name) =>
        categories.some((category) => category.name === name) &&
        evidence.some(
          ({ quote }) =>
            containsAny(
              quote,
              name.split(/[^\p{L}]+/u).map((word) => word.replace(/s$/, '')),
            ) || TOPICS.some(({ words }) => containsAny(quote, words)),
        ),
    ),
  tags: (value, evidence) => each(value, evidence, 20),
  pricing_model: (value, evidence) => PRICING[String(value)]?.(evidence.map(({ quote }) => quote)) === true,
  pricing_summary: text(500, (value) => value.split(' · ')),
  country: (value, evidence) => COUNTRY_CODES.has(String(value)) && evidence.some(({ quote }) => namesCountry(quote, String(value))),
  city: text(500),
  founded_year: some(
    (value, quote) =>
      /^(1[89]|20)\d\d$/.test(value) && digits(quote).includes(value) && containsAny(quote, [...FOUNDING_WORDS, ...FOUNDING_WORDS_CLOSE]),
  ),
  features: (value, evidence) => each(value, evidence, 20),
  usps: (value, evidence) => each(value, evidence, 20),
  keywords: (value, evidence) => each(value, evidence, 20),
  contact_email: (value, evidence) =>
    typeof value === 'string' && /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(value) && evidence.some((quote) => holdsEmail(value, quote)),
  demo_video_url: (value, evidence) => typeof value === 'string' && (leads(value, evidence) || showsVideo(value, evidence)),
  logo_url: (value, evidence) => typeof value === 'string' && leads(value, evidence),
};

const HOSTS: Record<string, RegExp> = {
  linkedin: /(^|\.)linkedin\.com$/,
  x: /(^|\.)(x|twitter)\.com$/,
  facebook: /(^|\.)(facebook\.com|fb\.com|fb\.me)$/,
  instagram: /(^|\.)(instagram\.com|instagr\.am)$/,
  tiktok: /(^|\.)tiktok\.com$/,
  youtube: /(^|\.)youtube\.com$/,
  threads: /(^|\.)threads\.(net|com)$/,
  pinterest: /(^|\.)pinterest\./,
  github: /(^|\.)github\.com$/,
  reddit: /(^|\.)reddit\.com$/,
  producthunt: /(^|\.)producthunt\.com$/,
  medium: /(^|\.)medium\.com$/,
  website: /./,
  custom: /./,
};
const isProfile = (platform: string, value: string): boolean => {
  const { hostname, pathname } = new URL(value);
  const free = platform === 'website' || platform === 'custom';
  return (
    HOSTS[platform]!.test(hostname) &&
    (free || (!/shar|intent|login|\/p\/|watch|embed|status/i.test(pathname) && (pathname !== '/' || /\..+\./.test(hostname))))
  );
};

const STORY = ['title', 'story', 'why_started', 'problem', 'journey', 'challenges', 'achievements', 'lessons', 'whats_next'];
const inQuotes = (value: string, evidence: EvidenceQuote[]): boolean =>
  value.split('\n\n').every((part) => evidence.some(({ quote }) => containsWords(quote, part)));
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Everything in a verification that should not be there. */
export const findFaults = (judgement: Verification, pages: PageText[], categories: CategoryOption[]): string[] => {
  const faults: string[] = [];
  const claim = (holdsTrue: boolean, what: string, about: unknown) => {
    if (!holdsTrue) faults.push(`${what}: ${JSON.stringify(about)?.slice(0, 500)}`);
  };
  const quotesOf = (what: string, evidence: EvidenceQuote[]) => {
    claim(evidence.length > 0, `${what} has no quote`, evidence);
    claim(evidence.length <= 61, `${what} has too many quotes`, evidence.length);
    for (const one of evidence) {
      claim(Object.keys(one).join() === 'quote,url', `${what} has a quote of another form`, one);
      claim(isVerbatim(one, pages), `${what} has a quote that is not on its page`, one);
      claim(one.quote.length <= 2000 && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(one.quote), `${what} has a quote without measure`, one);
      claim(!CONTROL.test(one.quote) && one.quote.isWellFormed(), `${what} has a quote with control characters`, one);
    }
  };
  const clean = (what: string, value: unknown) => {
    for (const one of [value].flat(3))
      claim(one === null || (typeof one === 'string' && !CONTROL.test(one) && one.isWellFormed()), `${what} is not clean`, one);
  };
  for (const [name, found] of Object.entries(judgement.fields)) {
    quotesOf(name, found.evidence);
    clean(name, found.value);
    const rule = FIELDS[name as keyof typeof FIELDS];
    claim(rule?.(found.value, found.evidence, categories) === true, `${name} does not follow`, found);
  }
  for (const [name, found] of Object.entries(judgement.story)) {
    quotesOf(name, found.evidence);
    clean(name, found.value);
    claim(
      STORY.includes(name) && [...found.value].length <= 8000 && inQuotes(found.value, found.evidence),
      `story ${name} does not follow`,
      found,
    );
  }
  for (const part of ['company_socials', 'founder_socials'] as const)
    for (const [platform, found] of Object.entries(judgement[part])) {
      quotesOf(platform, found.evidence);
      claim(
        platform in HOSTS && leads(found.value, found.evidence) && isProfile(platform, found.value),
        `${part} ${platform} does not follow`,
        found,
      );
    }
  for (const { question, answer, evidence } of judgement.faqs) {
    quotesOf('faq', evidence);
    clean('faq', [question, answer]);
    claim([...question].length <= 300 && [...answer].length <= 1500, 'a faq is too long', [question, answer]);
    claim(inQuotes(question, evidence) && inQuotes(answer, evidence), 'a faq does not follow', [question, answer, evidence]);
  }
  for (const { name, title, bio, evidence } of judgement.founders) {
    quotesOf('founder', evidence);
    clean('founder', [name, title, bio]);
    claim(
      evidence.some(({ quote }) => containsWords(quote, name) && containsAny(quote, FOUNDER_WORDS)),
      'a founder is not called so',
      [name, evidence],
    );
    claim(
      !/\p{N}/u.test(name) && [...name].length <= 160 && [...(title ?? '')].length <= 160 && [...(bio ?? '')].length <= 3000,
      'a founder is too much',
      name,
    );
    claim((title === null || inQuotes(title, evidence)) && (bio === null || inQuotes(bio, evidence)), 'a founder does not follow', [
      name,
      title,
      bio,
      evidence,
    ]);
  }
  for (const { date, title, description, url, evidence } of judgement.milestones) {
    quotesOf('milestone', evidence);
    clean('milestone', [title, description]);
    const [year, , day] = date.split('-').map(Number);
    const dated = (quote: string) => digits(quote).includes(String(year)) && digits(quote).includes(String(day));
    claim(
      evidence.some(({ quote }) => containsWords(quote, title) && dated(quote)),
      'a milestone does not follow',
      [date, title, evidence],
    );
    claim([...title].length <= 200 && [...(description ?? '')].length <= 2000, 'a milestone is too long', title);
    claim(description === null || inQuotes(description, evidence), 'a milestone’s description does not follow', [description, evidence]);
    claim(url === null || (url.startsWith('https://') && leads(url, evidence)), 'a milestone’s link does not follow', [url, evidence]);
  }
  claim(
    judgement.faqs.length <= 10 && judgement.founders.length <= 6 && judgement.milestones.length <= 50,
    'there are too many',
    judgement,
  );
  claim(judgement.dropped.length <= 100, 'too much is told', judgement.dropped.length);
  return faults;
};
