import { fold } from '../../../kernel/words.ts';
import { DRAFT_FIELD_NAMES } from '../fields.ts';
import type { PageText } from '../page/page.ts';
import type { CategoryName, Platform, Quote, StorySection } from '../proposal.ts';
import { evidenceReader } from './evidence.ts';
import { link } from './facts.ts';
import { type Faq, faq } from './faq.ts';
import { type Founder, founder } from './founder.ts';
import { at, isText, itemsOf } from './given.ts';
import type { Judged, Judgement } from './judgement.ts';
import { type Milestone, milestone } from './milestone.ts';
import { type Found, indexPages } from './page-index.ts';
import { FIELD_RULES } from './rules.ts';
import type { Check, Ruling } from './ruling.ts';
import { profileOf, SOCIAL_HOSTS } from './social-hosts.ts';
import { paragraphs } from './texts.ts';

const MOST_FAQS = 10;
const MOST_FOUNDERS = 6;
const MOST_MILESTONES = 50;
const LONGEST_SECTION = 8000;
/** How many refusals are told. */
const MOST_DROPPED = 100;

/** Lists that the types hold to what a draft has. */
const PLATFORMS = [...(Object.keys(SOCIAL_HOSTS) as Platform[]), 'website', 'custom'] as const;
const SECTIONS = Object.keys({
  title: 1,
  story: 1,
  why_started: 1,
  problem: 1,
  journey: 1,
  challenges: 1,
  achievements: 1,
  lessons: 1,
  whats_next: 1,
} satisfies Record<StorySection, 1>) as StorySection[];

const shown = (quotes: Found[]): Quote[] => quotes.map(({ quote, url }) => ({ quote, url }));

const profileOn = (platform: Platform): Check<string> =>
  platform === 'website' || platform === 'custom' ? link() : link((url) => profileOf(url.href)?.platform === platform);

/**
 * What of a proposal the pages support. It may come from anyone and be anything; this never throws. Every quote that comes out is
 * a verbatim piece of the page it names, and every value follows from its quotes by the rule it names. The rest is dropped.
 */
export const judge = (proposal: unknown, pages: PageText[], categories: CategoryName[]): Judgement => {
  const dropped: Judgement['dropped'] = [];
  const drop = (what: string, why: string): void => {
    if (dropped.length < MOST_DROPPED) dropped.push({ what, why });
  };
  const pageAt = indexPages(pages);
  const read = evidenceReader(pageAt);

  /** One thing of the proposal, with the quotes that carry it; null where it was left out or does not follow. */
  const ruled = <V>(what: string, given: unknown, rule: (quotes: Found[]) => Ruling<V>): { value: V; evidence: Quote[] } | null => {
    if (given === undefined || given === null) return null;
    const ruling = rule(read(at(given, 'evidence'), (why) => drop(what, why)));
    if (!isText(ruling)) return { value: ruling.value, evidence: shown(ruling.used) };
    drop(what, ruling);
    return null;
  };

  /** The things of a table of names. */
  const named = <K extends string, V>(
    part: string,
    names: readonly K[],
    ruleFor: (name: K) => { rule: Judged<V>['rule']; check: Check<V> },
  ): Partial<Record<K, Judged<V>>> => {
    const kept: Partial<Record<K, Judged<V>>> = {};
    for (const name of names) {
      const given = at(at(proposal, part), name);
      const { rule, check } = ruleFor(name);
      const found = ruled(`${part}.${name}`, given, (quotes) => check(at(given, 'value'), quotes, categories));
      if (found) kept[name] = { ...found, rule };
    }
    return kept;
  };

  /** The things of a list, once each. */
  const listed = <V extends object>(
    part: string,
    most: number,
    keyOf: (value: V) => string,
    rule: (given: unknown, quotes: Found[]) => Ruling<V>,
  ) => {
    const kept = new Map<string, V & { evidence: Quote[] }>();
    for (const [i, given] of itemsOf(at(proposal, part), most * 4).entries()) {
      const what = `${part}[${i}]`;
      const found = ruled(what, given, (quotes) => rule(given, quotes));
      if (!found) continue;
      const key = keyOf(found.value);
      if (kept.has(key)) drop(what, 'was said before');
      else if (kept.size >= most) drop(what, 'is one too many');
      else kept.set(key, { ...found.value, evidence: found.evidence });
    }
    return [...kept.values()];
  };

  const fields = named(
    'fields',
    DRAFT_FIELD_NAMES,
    (name) => FIELD_RULES[name] as { rule: Judged<string>['rule']; check: Check<string | string[]> },
  );
  const product = isText(fields.name?.value) ? fields.name.value : null;
  const social = (platform: Platform) => ({ rule: 'normalised' as const, check: profileOn(platform) });
  return {
    fields,
    faqs: listed<Faq>(
      'faqs',
      MOST_FAQS,
      ({ question }) => fold(question),
      (given, quotes) => faq(given, quotes, pageAt),
    ),
    founders: listed<Founder>(
      'founders',
      MOST_FOUNDERS,
      ({ name }) => fold(name),
      (given, quotes) => founder(given, quotes, product),
    ),
    company_socials: named('company_socials', PLATFORMS, social),
    founder_socials: named('founder_socials', PLATFORMS, social),
    story: named('story', SECTIONS, () => ({ rule: 'composed', check: paragraphs(LONGEST_SECTION) })),
    milestones: listed<Milestone>('milestones', MOST_MILESTONES, ({ date, title }) => `${date} ${fold(title)}`, milestone),
    dropped,
  };
};
