import type { AttributeDefinition } from '../proposal.ts';
import { type AttributeWords, attributeWordsOf, isBuiltIn, languageOf } from '../words/attributes.ts';
import { hedgeOf, sentenceAround } from '../words/hedges.ts';
import { FREE_TRIAL, PART_FREE, TO_TRY, WHOLE_FREE } from '../words/pricing.ts';
import { findSpans, isUnspaced, type TextSpan, wordSpans } from '../words/terms.ts';
import { fullNames, type Mention, openMentions } from './attribute-names.ts';

/** A text says something about an attribute: yes or no, or one value of a list. The span covers its words and those it depends on. */
export interface AttributeStatement extends TextSpan {
  value: boolean | string;
  /**
   * Whether it needs no context: "runs on Linux" does not, "for Linux" does, and a text that only names Linux does most of all. `whole` is
   * said of everything a site offers, and so only where nothing is sold: "free and open source".
   */
  strength: 'certain' | 'weak' | 'bare' | 'whole';
}

/** A text says the same thing again and again only to cost time. */
const MAX_STATEMENTS = 40;
const BESIDE = 2;
const AFTER_REACH = 12;

const endsBeside = (words: TextSpan[], at: number, reach: number): boolean => words.some(({ end }) => end <= at && at - end <= reach);
const beginsBeside = (words: TextSpan[], at: number, reach: number): boolean =>
  words.some(({ start }) => start >= at && start - at <= reach);
/** A system's version and its name: "macOS 10.14 (Mojave) or later". */
const VERSION = /^ ?\d[\d./+ x]{0,20}\(\p{L}[\p{L} ]{0,20}\) ?/u;
const LONGEST_VERSION = 50;
/** In scripts without spaces, what belongs together is written together. */
const isCuedAfter = (words: TextSpan[], value_end: number, text: string, in_list: RegExp = SENTENCE_BREAK): boolean => {
  const at = value_end + (VERSION.exec(text.slice(value_end, value_end + LONGEST_VERSION))?.[0].length ?? 0);
  return words.some(({ start, end }) => {
    const between = start >= at && start - at <= AFTER_REACH ? text.slice(at, start) : null;
    return between !== null && !isUnspaced(between) && !in_list.test(text.slice(at, end)) && !/[.!?]\s/.test(between);
  });
};

const LETTER = /[\p{L}\p{N}]/u;
const isAlone = ({ start, end }: TextSpan, text: string): boolean => !LETTER.test(text.slice(0, start)) && !LETTER.test(text.slice(end));

const readBoolean = (words: AttributeWords, text: string): AttributeStatement[] => {
  const says = words.findSays(text).map((span) => ({ ...span, value: true }));
  const claims = [...says, ...words.findNo(text).map((span) => ({ ...span, value: false }))].slice(0, MAX_STATEMENTS);
  const alone = claims.length === 0 && words.findAlone(text).find((span) => isAlone(span, text));
  if (alone) return [{ ...alone, value: true, strength: 'bare' }];
  if (claims.length === 0) return [];
  const [not_before, not_after, certain] = [words.findNotBefore(text), words.findNotAfter(text), words.findCertain(text)];
  return claims.flatMap(({ start, end, value }): AttributeStatement[] => {
    if (endsBeside(not_before, start, BESIDE) || beginsBeside(not_after, end, BESIDE)) return [];
    const hedge = hedgeOf(text, { start, end });
    if (hedge === 'unclear' || (hedge === 'denied' && !value)) return [];
    const strength = hedge === 'denied' || certain.some((one) => one.start <= start && one.end >= end) ? 'certain' : 'weak';
    return [{ start, end, value: value && hedge !== 'denied', strength }];
  });
};

/** "It is free": not a part of the offer, not for a while, not for some. */
const readWholeFree = (text: string): AttributeStatement[] =>
  findSpans(WHOLE_FREE, text)
    .slice(0, MAX_STATEMENTS)
    .flatMap(({ start, end }) => {
      const sentence = sentenceAround(text, { start, end }).text;
      const limited = [PART_FREE, FREE_TRIAL, TO_TRY].some((other) => other.test(sentence));
      return limited || hedgeOf(text, { start, end }) !== null ? [] : [{ start, end, value: true, strength: 'whole' as const }];
    });

const JOINING = new Set(
  'and or und oder et ou y o e en of plus sowie as well also a an the later newer up above higher or x64 x86 arm64 bit type ii later. all auch wsl wsl2 ipod touch язык language'.split(
    ' ',
  ),
);
const LONGEST_JOINT = 30;
const JOINING_UNSPACED = /^[・、と或和及やまたは與与\s\p{P}\p{S}\d]{0,12}$/u;
const SENTENCE_BREAK = /[.!?;]\s|[。！？|]/;

/** Whether two values belong to one list: "macOS 12 or later, Windows and Linux". */
const isJoint = (between: string): boolean => {
  if (between.length > LONGEST_JOINT || SENTENCE_BREAK.test(between)) return false;
  if (isUnspaced(between)) return JOINING_UNSPACED.test(between);
  return wordSpans(between).every(({ word }) => JOINING.has(word) || /^[\dv]/.test(word));
};

const groupMentions = (mentions: Mention[], text: string): Mention[][] => {
  const runs: Mention[][] = [];
  for (const mention of mentions) {
    const last = runs.at(-1)?.at(-1);
    if (last && isJoint(text.slice(last.end, mention.start))) runs.at(-1)!.push(mention);
    else runs.push([mention]);
  }
  return runs;
};

/** "Platforms: iOS". */
const LABEL_GAP = /^\s?[:：]\s?$/;
/** Names at the beginning of a line, then something about them: "Slack, Teams and Jira - with alerts". */
const LINE_GOES_ON = /^\s?[-–—:.(]/;
const PART_BREAK = /\s[|•·]\s/;
/** One name, then what it is: "JSON: all data in one file". */
const LABEL_GOES_ON = /^(?:\s?\([^()]{1,30}\))?\s?[:：]\s/;
/** Whether a text, or a part of it between dots or bars, is nothing but one list of values. */
const isBare = (run: Mention[], text: string): boolean => {
  const [before, after] = [text.slice(0, run[0]!.start), text.slice(run.at(-1)!.end)];
  if (!LETTER.test(before) && ((run.length > 1 && LINE_GOES_ON.test(after)) || LABEL_GOES_ON.test(after))) return true;
  const [last, next] = [before.split(PART_BREAK).at(-1)!, after.split(PART_BREAK, 1)[0]!];
  return !LETTER.test(last) && wordSpans(next).every(({ word }) => JOINING.has(word) || /^[\dv]/.test(word));
};

/** Whether a word of the list brings its own cue. */
const isWithin = (words: TextSpan[], run: Mention[]): boolean =>
  run.some((one) => words.some(({ start, end }) => start <= one.start && end >= one.end));
/** What may stand between a verb and the word that leads to its object: "sync your appointments with", but no other clause. */
const LONGEST_OBJECT = 40;
const CLAUSE_BREAK = /[,:;()]/;

const isJoinedByVerb = (verbs: TextSpan[], links: TextSpan[], start: number, text: string): boolean =>
  links.some(
    (link) =>
      link.end <= start &&
      start - link.end <= BESIDE &&
      verbs.some(({ end }) => end <= link.start && link.start - end <= LONGEST_OBJECT && !CLAUSE_BREAK.test(text.slice(end, link.start))),
  );

/** A sentence that goes on with how: "Keep your devices in sync. Using Dropbox or WebDAV". */
const MEANS = /[.!]\s(?:Using|Via|Through|Über|Mit|Avec|Con|Com|Met)\s$/;
const LONGEST_BEFORE = 160;
const isMeansOf = (verbs: TextSpan[], start: number, text: string): boolean =>
  MEANS.test(text.slice(Math.max(0, start - 12), start)) && endsBeside(verbs, start, LONGEST_BEFORE);

/** One more item may follow the known ones: "OpenAI、Gemini、ローカルLLMにも対応". */
const LAST_ITEM = /^[、・，][^、・，。]{1,12}$/;
const isCuedAfterItem = (words: TextSpan[], at: number, text: string): boolean =>
  words.some(({ start }) => start > at && start - at <= AFTER_REACH + 2 && LAST_ITEM.test(text.slice(at, start)));

const OTHER_ITEM = /,(?! (?:or|and|und|oder|et|ou|y|o|e) )/;

const readList = (words: AttributeWords, text: string): AttributeStatement[] => {
  const known = words.findValues(text);
  const mentions = (words.is_open ? openMentions(text, fullNames(text, known), words.findOpenCues(text)) : known).slice(0, MAX_STATEMENTS);
  if (mentions.length === 0) return [];
  const [not_before, not_after] = [words.findNotBefore(text), words.findNotAfter(text)];
  const [before, after, certain] = [words.findCuesBefore(text), words.findCuesAfter(text), words.findCertain(text)];
  const [certain_before, certain_cues, certain_after] = [
    words.findCertainBefore(text),
    words.findCertainCues(text),
    words.findCertainAfter(text),
  ];
  const labels = words.findNames(text);
  // "chat, Slack, tools, plugins": other items of a list of names say nothing about it.
  const in_list = words.is_open ? OTHER_ITEM : SENTENCE_BREAK;
  const [links, never] = [words.findLinks(text), words.findNever(text)];
  const [cued, cued_certain] = [words.findCued(text), words.findCuedCertain(text)];
  const [direct_cues, direct_after, not_with] = [words.findDirectCues(text), words.findDirectAfter(text), words.findNotWith(text)];
  const [verbs, verb_links] = [words.findVerbs(text), words.findVerbLinks(text)];
  return groupMentions(mentions, text).flatMap((run) => {
    const [start, end] = [run[0]!.start, run.at(-1)!.end];
    if (endsBeside(not_before, start, BESIDE) || beginsBeside(not_after, end, BESIDE)) return [];
    const sentence = sentenceAround(text, { start, end });
    if (never.some((word) => word.start >= sentence.start && word.end <= sentence.end)) return [];
    // "Export your orders and customers in CSV": what belongs together may be far apart.
    const is_linked = endsBeside(links, start, BESIDE) && certain_cues.some((cue) => cue.start >= sentence.start && cue.end <= start);
    // A word as common as this one is a platform only beside others.
    if (run.length === 1 && /^(?:the )?web$/i.test(text.slice(start, end))) return [];
    const named = run.some((one) => certain.some((word) => word.start <= one.start && word.end >= one.end));
    const strength: AttributeStatement['strength'] | null =
      is_linked ||
      isWithin(cued_certain, run) ||
      endsBeside(certain_cues, start, words.before_reach) ||
      isCuedAfter(certain_after, end, text, in_list) ||
      (named && endsBeside(certain_before, start, BESIDE)) ||
      labels.some((label) => label.end <= start && LABEL_GAP.test(text.slice(label.end, start)))
        ? 'certain'
        : isWithin(cued, run) ||
            endsBeside(before, start, words.before_reach) ||
            isCuedAfter(after, end, text, in_list) ||
            (run.length > 1 && isCuedAfterItem(after, end, text)) ||
            endsBeside(direct_cues, start, BESIDE) ||
            beginsBeside(direct_after, end, BESIDE) ||
            (run.length > 1 && isMeansOf(verbs, start, text)) ||
            isJoinedByVerb(verbs, verb_links, start, text)
          ? 'weak'
          : isBare(run, text)
            ? 'bare'
            : null;
    if (strength === 'weak' && not_with.some((word) => word.start >= sentence.start && word.end <= sentence.end)) return [];
    if (!strength || hedgeOf(text, { start, end }) !== null) return [];
    return run.map(({ value, ...span }) => ({ ...span, value, strength }));
  });
};

const CODE = /(?<![\p{L}\p{N}-])[A-Z]{2}(?![\p{L}\p{N}-])/gu;
const CODE_ALONE = /^[a-z]{2}-[A-Z]{2}(?= \([^()]{1,20}\)$|$)/;
/** Languages by their codes: "Multilingual (DE & EN)", or a code as all of a list's item. */
const readCodes = (words: AttributeWords, text: string): AttributeStatement[] => {
  const alone = CODE_ALONE.exec(text)?.[0];
  const language = alone ? languageOf(alone) : null;
  if (alone && language) return [{ start: 0, end: alone.length, value: language, strength: 'bare' }];
  const cues = words.findCodesAfter(text);
  if (cues.length === 0) return [];
  const codes = [...text.matchAll(CODE)].slice(0, MAX_STATEMENTS).flatMap(({ 0: code, index }): Mention[] => {
    const value = languageOf(code);
    return value ? [{ start: index, end: index + code.length, value }] : [];
  });
  return groupMentions(codes, text)
    .filter((run) => run.length > 1 && endsBeside(cues, run[0]!.start, BESIDE))
    .filter((run) => hedgeOf(text, { start: run[0]!.start, end: run.at(-1)!.end }) === null)
    .flatMap((run) => run.map((one) => ({ ...one, strength: 'weak' as const })));
};

/** What a text says about a built-in attribute. */
export const statementsIn = (definition: AttributeDefinition, text: string): AttributeStatement[] => {
  if (!isBuiltIn(definition)) return [];
  const words = attributeWordsOf(definition);
  if (definition.key === 'free_plan') return [...readBoolean(words, text), ...readWholeFree(text)];
  if (definition.kind === 'boolean') return readBoolean(words, text);
  if (definition.kind !== 'list') return [];
  return definition.key === 'languages' ? [...readList(words, text), ...readCodes(words, text)] : readList(words, text);
};
