import { memoize } from '../../../kernel/memoize.ts';
import { fold } from '../../../kernel/words.ts';
import type { AttributeDefinition } from '../proposal.ts';
import words from './attributes.json' with { type: 'json' };
import { isUnspaced, type TextSpan, termFinder, termsOf, wordSpans } from './terms.ts';

interface WordRow {
  kind: string;
  name: string;
  /** Labels of the attribute, such as the first cell of a table row. */
  names: string[];
  /** Of a boolean: words that say it is so. */
  says?: string[];
  /** Of a boolean: words that say it where nothing else is said, as in a list of features. */
  alone?: string;
  /** Of a boolean: words that say it is not so. */
  no?: string;
  /** Of a list: its values, each with the words for it. */
  values?: Record<string, string>;
  /** Of a list: words that name a value only where they are all that is said, as in structured data: an app "for Chrome" is an extension. */
  whole?: Record<string, string>;
  /** Words after which codes of languages name languages: "Multilingual (DE, EN)". */
  codes_after?: string;
  /** Words around which a list's value is said of the product: before and after it, with how far before. */
  cues_before?: string[];
  cues_after?: string;
  /** Of a list of any names: what plainly introduces one, so that even an unknown name is one. */
  open_cues?: string[];
  before_reach?: number;
  /** Of a list: words for a value that bring their own cue, such as "web and mobile apps", and those that need no context besides. */
  cued?: string;
  cued_certain?: string;
  /** Words directly before a value that join it to a cue earlier in the sentence. */
  links?: string;
  /** Words that say it only directly before or after a value: "connect Slack", "reportes PDF", "PDF reports". */
  direct_cues?: string;
  direct_after?: string;
  /** Verbs that take a value with one of these words, and something between: "sync your appointments with Google Calendar". */
  verbs?: string;
  verb_links?: string;
  /** Words that make a sentence one about something else, unless it says it plainly: "upload PDF reports". */
  not_with?: string;
  /** Words that make a whole sentence one about something else. */
  never?: string[];
  /** Words that need no context: they say it wherever they are. */
  certain?: string | string[];
  certain_before?: string;
  certain_cues?: string[];
  certain_after?: string;
  /** Directly before or after, these change the meaning: "open source libraries". */
  not_before?: string;
  not_after?: string;
}

const ROWS: Record<string, WordRow> = words.built_in;
/** Without a table of values: languages are known to the runtime, integrations may be any name. */
const OPEN_LISTS = new Set(['languages', 'integrations']);

/** What is recognised on any site, with words in nine languages. */
export const BUILT_IN_ATTRIBUTES: AttributeDefinition[] = Object.entries(ROWS).map(([key, { kind, name, values }]) => ({
  key,
  kind: kind as AttributeDefinition['kind'],
  name,
  synonyms: [],
  unit: null,
  options: values && !OPEN_LISTS.has(key) ? Object.keys(values) : null,
}));

type Find = (text: string) => TextSpan[];

/** Keeps the longest of overlapping matches, in order: "Mac App Store" is not also the App Store. */
const keepLongest = (spans: TextSpan[]): TextSpan[] => {
  const kept: TextSpan[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) if (span.end > (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
};

const finderOf = (lines: string | string[] | undefined): Find => {
  const terms = termsOf(...[lines ?? []].flat());
  const find = termFinder(terms);
  return terms.length === 0 ? () => [] : (text) => keepLongest(find(text));
};

const valueKey = (text: string): string =>
  isUnspaced(text)
    ? text
    : wordSpans(text)
        .map(({ word }) => word)
        .join(' ');

const LANGUAGES =
  'en de fr es pt it nl ja zh ko ru pl sv da nb fi cs sk hu ro bg el tr ar he hi bn id ms vi th uk hr sr sl ca lt lv et is fa ur ta'.split(
    ' ',
  );
const SPOKEN_IN = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja', 'zh'];

/** Languages by their names in nine languages and in themselves. */
const loadLanguages = memoize((_: 'languages'): Record<string, string[]> => {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return Object.fromEntries(
    LANGUAGES.map((code) => {
      const names = [...SPOKEN_IN, code].flatMap((other) => new Intl.DisplayNames(other, { type: 'language' }).of(code) ?? []);
      // Chinese also names languages by their script.
      const written = names.filter((name) => /^\p{sc=Han}{1,5}[语語]$/u.test(name)).map((name) => `${name.slice(0, -1)}文`);
      const more =
        code === 'zh'
          ? ['中文', '简体中文', '繁體中文', '繁体中文', '正體中文', '正体中文', '正體字', '正体字']
          : code === 'nb'
            ? ['Norwegian', 'Norsk']
            : code === 'uk'
              ? ['Ukranian']
              : [];
      return [code === 'nb' ? 'Norwegian' : english.of(code)!, [...new Set([...names, ...written, ...more])]];
    }),
  );
}, new Map());

/** The English name of a language by its code, such as "zh-CN". */
export const languageOf = (code: string): string | null => {
  const base = /^([a-z]{2})(?:[-_][a-z]{2,4})?$/i.exec(code)?.[1]?.toLowerCase();
  if (!base || !LANGUAGES.includes(base)) return null;
  return base === 'nb' ? 'Norwegian' : new Intl.DisplayNames('en', { type: 'language' }).of(base)!;
};

export interface AttributeWords {
  findNames: Find;
  findSays: Find;
  findAlone: Find;
  findNo: Find;
  findValues: (text: string) => (TextSpan & { value: string })[];
  /** Whether text has such a word that ends or begins next to a position. */
  findCuesBefore: Find;
  findCuesAfter: Find;
  /** Like findValues, of a text that names nothing else. */
  valuesOfWhole: (text: string) => string[];
  findCodesAfter: Find;
  /** Whether any name may be a value, also an unknown one. */
  is_open: boolean;
  findOpenCues: Find;
  before_reach: number;
  findCued: Find;
  findCuedCertain: Find;
  findLinks: Find;
  findDirectCues: Find;
  findDirectAfter: Find;
  findVerbs: Find;
  findVerbLinks: Find;
  findNotWith: Find;
  findNever: Find;
  findCertain: Find;
  findCertainBefore: Find;
  findCertainCues: Find;
  findCertainAfter: Find;
  findNotBefore: Find;
  findNotAfter: Find;
}

const BEFORE_REACH = 14;

const valueFinder = (values: Record<string, string[]>): AttributeWords['findValues'] => {
  const known = new Map(Object.entries(values).flatMap(([value, terms]) => terms.map((term) => [valueKey(term), value] as const)));
  const find = finderOf(Object.values(values).flat());
  return (text) =>
    find(text).flatMap((span) => {
      const value = known.get(valueKey(text.slice(span.start, span.end)));
      return value === undefined ? [] : [{ ...span, value }];
    });
};

/** Names of products are also common words, which have no capital: "linear", "a notion of". */
const namesOnly =
  (find: AttributeWords['findValues']): AttributeWords['findValues'] =>
  (text) =>
    find(text).filter(
      ({ start, end, value }) => !/\p{Lu}/u.test(value) || /\p{Lu}/u.test(text.slice(start, end)) || isUnspaced(text.slice(start, end)),
    );

/** The values of a definition and its words. Options limit the values and may name others. */
const valuesOf = ({ key, options }: AttributeDefinition): Record<string, string[]> => {
  const table = Object.entries(ROWS[key]?.values ?? {}).map(([value, terms]) => [value, termsOf(terms)] as const);
  const built_in: Record<string, string[]> = key === 'languages' ? loadLanguages('languages') : Object.fromEntries(table);
  if (options === null) return built_in;
  const byName = new Map(Object.entries(built_in).map(([value, terms]) => [fold(value), terms]));
  return Object.fromEntries(options.map((option) => [option, [...(byName.get(fold(option)) ?? []), ...termsOf(option)]]));
};

/** The words of a definition: those built in for its key, and the team's name and synonyms. Compiled once per definition. */
const compileWords = (definition: AttributeDefinition): AttributeWords => {
  const row = ROWS[definition.key];
  const own = [definition.name, ...definition.synonyms];
  const findValues = valueFinder(valuesOf(definition));
  const whole = new Map(Object.entries(row?.whole ?? {}).flatMap(([value, terms]) => termsOf(terms).map((term) => [fold(term), value])));
  const is_open = row?.open_cues !== undefined && definition.options === null;
  return {
    findNames: finderOf([...own, ...(row?.names ?? [])]),
    // A site's own synonyms of a built-in attribute say it too.
    findSays: finderOf(row?.says && [...row.says, ...definition.synonyms]),
    findAlone: finderOf(row?.alone),
    findNo: finderOf(row?.no),
    findValues: is_open ? namesOnly(findValues) : findValues,
    valuesOfWhole: (text) => {
      const value = whole.get(fold(text.trim()));
      const language = definition.key === 'languages' ? languageOf(text.trim()) : null;
      return [value ?? language ?? findValues(text).map((found) => found.value)].flat();
    },
    findCodesAfter: finderOf(row?.codes_after),
    findCuesBefore: finderOf(row?.cues_before),
    findCuesAfter: finderOf(row?.cues_after),
    is_open,
    findOpenCues: finderOf(row?.open_cues),
    before_reach: row?.before_reach ?? BEFORE_REACH,
    findCued: finderOf(row?.cued),
    findCuedCertain: finderOf(row?.cued_certain),
    findLinks: finderOf(row?.links),
    findDirectCues: finderOf(row?.direct_cues),
    findDirectAfter: finderOf(row?.direct_after),
    findVerbs: finderOf(row?.verbs),
    findVerbLinks: finderOf(row?.verb_links),
    findNotWith: finderOf(row?.not_with),
    findNever: finderOf(row?.never),
    findCertain: finderOf(row?.certain),
    findCertainBefore: finderOf(row?.certain_before),
    findCertainCues: finderOf(row?.certain_cues ?? row?.cues_before),
    findCertainAfter: finderOf(row?.certain_after ?? row?.cues_after),
    findNotBefore: finderOf(row?.not_before),
    findNotAfter: finderOf(row?.not_after),
  };
};

export const attributeWordsOf = memoize(compileWords, new WeakMap<AttributeDefinition, AttributeWords>());

export const isBuiltIn = ({ key, kind }: AttributeDefinition): boolean => ROWS[key]?.kind === kind;

const YES = new Set(termsOf(words.yes).map(fold));
const NO = new Set(termsOf(words.no).map(fold));
const CHECK = /^[✓✔✅☑🗸🟢●]\ufe0f?$/u;
const CROSS = /^[✗✘❌✕✖×🗙🚫]\ufe0f?$/u;

/** Whether a cell or answer means yes or no; null for anything else, also for a dash. */
export const readYesNo = (text: string): boolean | null => {
  const answer = fold(text.trim().replace(/[.!]$/, ''));
  if (YES.has(answer) || CHECK.test(answer)) return true;
  return NO.has(answer) || CROSS.test(answer) ? false : null;
};

const GUARDS = words.guards;
export const findDenials = finderOf(GUARDS.denials);
export const findDirectDenials = finderOf(GUARDS.direct_denials);
export const findDenialsAfter = finderOf(GUARDS.denials_after);
export const findHarmless = finderOf(GUARDS.harmless);
export const findPlanned = finderOf(GUARDS.planned);
export const findConditions = finderOf(GUARDS.conditions);
export const findOthers = finderOf(GUARDS.others);
