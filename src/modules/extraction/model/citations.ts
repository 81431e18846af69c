import type { TextPiece } from '../parse/page.ts';
import { lettersOnly } from '../propose/site.ts';
import { findOthers } from '../words/attributes.ts';
import { isPlannedText } from '../words/hedges.ts';
import { findThirdParties, NAMED_SUBJECT, SENTENCE_STARTS } from '../words/statements.ts';
import { containsWhole, flattenText } from '../words/text.ts';
import type { ShownPage } from './lines.ts';

/** A line as it was shown, which a row of the answer cites. */
export interface CitedLine extends TextPiece {
  page: number;
  at: number;
}

/** "p2:14", or "p2:14-16". */
const REFERENCE = /^p?(\d{1,3}):(\d{1,5})(?:-(\d{1,5}))?$/i;
const MAX_CITED = 20;
const LONGEST_RANGE = 10;

/** The lines an answer cites, in their order on the pages. What was not shown cannot be cited. */
export const readCitations = (given: unknown, shown: ShownPage[]): CitedLine[] => {
  const cited = new Map<string, CitedLine>();
  for (const reference of Array.isArray(given) ? given.slice(0, MAX_CITED) : [given]) {
    const [, page, first, last = first] = (typeof reference === 'string' && REFERENCE.exec(reference.trim())) || [];
    const lines = shown.find(({ number }) => number === Number(page))?.lines ?? [];
    for (let at = Number(first) - 1; at < Math.min(Number(last), Number(first) + LONGEST_RANGE); at++) {
      const line = lines[at];
      if (line) cited.set(`${page}:${at}`, { ...line, text: flattenText(line.text), page: Number(page), at });
    }
  }
  return [...cited.values()].sort((a, b) => a.page - b.page || a.at - b.at).slice(0, MAX_CITED);
};

const SENTENCE_BREAK = /(?<=[.!?…]["”’»)]?) (?=\S)|(?<=[。！？])/u;
export const sentencesOf = (text: string): string[] =>
  text
    .split(SENTENCE_BREAK)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Longer lines are quoted by the sentence. */
const LONGEST_QUOTE = 300;

/** The shortest run of whole sentences that contains a value. */
const sentencesWith = (text: string, value: string): string | null => {
  const sentences = sentencesOf(text);
  for (let count = 1; count <= sentences.length; count++)
    for (let from = 0; from + count <= sentences.length; from++) {
      const run = sentences.slice(from, from + count).join(' ');
      if (containsWhole(value, run)) return run;
    }
  return null;
};

export interface LineQuote {
  page: number;
  quote: string;
}

/** Quotes for values that are copied from a page: the line, or those of its sentences that contain the value. */
export const quoteValues = (cited: CitedLine[], values: string[]): LineQuote[] =>
  cited.flatMap(({ page, text }) => {
    if (text.length <= LONGEST_QUOTE) return [{ page, quote: text }];
    const parts = values.filter((value) => containsWhole(value, text)).map((value) => sentencesWith(text, value) ?? text);
    return [...new Set(parts)].map((quote) => ({ page, quote }));
  });

/**
 * Quotes for facts, which need not be copied: only sentences in which the site speaks plainly of its own product. Two lines that follow
 * each other are also quoted as one: an amount and its period, a name and its role, a question and its answer.
 */
export const quoteFacts = (cited: CitedLine[], isStated: (sentence: string) => boolean, by: 'line' | 'sentence' = 'line'): LineQuote[] => {
  const isProse = ({ source }: CitedLine): boolean => source === 'visible' || source === 'meta';
  const stated = (line: CitedLine): string[] => (isProse(line) ? sentencesOf(line.text).filter(isStated) : [line.text]);
  const isAllStated = (line: CitedLine): boolean => stated(line).length === sentencesOf(line.text).length;
  const lines = cited.flatMap((line) => {
    const whole = !isProse(line) || (by === 'line' && line.text.length <= LONGEST_QUOTE && isAllStated(line));
    return (whole ? [line.text] : stated(line)).map((quote) => ({ page: line.page, quote }));
  });
  const pairs = cited.flatMap((line, i) => {
    const next = cited[i + 1];
    if (next?.page !== line.page || next.at !== line.at + 1 || line.source !== 'visible' || next.source !== 'visible') return [];
    const quote = `${line.text} ${next.text}`;
    return quote.length <= LONGEST_QUOTE && isAllStated(line) && isAllStated(next) ? [{ page: line.page, quote }] : [];
  });
  return [...lines, ...pairs];
};

/** Whether a name is the product's, its company's or its domain's; or begins like the product's: "Acme Pro". */
export const isOwnName = (written: string, product: string | null, own_names: string[]): boolean => {
  const name = lettersOnly(written);
  const own = product === null ? null : lettersOnly(product);
  return own_names.includes(name) || (own !== null && (name.startsWith(own) || own.startsWith(name)));
};

/**
 * Two tests of a sentence. `isOwn`: it speaks of the product as it is, not of a rival, another product or a plan; a word that the site also
 * writes in lower case is not a name. `isPlain`: nor does it speak of customers, partners or investors, whose facts are not the product's.
 */
export const createSentenceTests = (shown: ShownPage[], product: string | null, own_names: string[]) => {
  const texts = shown.flatMap(({ lines }) => lines.filter(({ source }) => source === 'visible' || source === 'meta'));
  // Not the words of addresses, which write every name in lower case.
  const words = texts.flatMap(({ text }) => text.split(' ')).filter((word) => !/[@/]|\.\p{L}/u.test(word));
  const written = words.flatMap((word) => /^\P{L}{0,3}(\p{Ll}[\p{L}\p{N}'’&+-]*)/u.exec(word)?.[1] ?? []);
  const common = new Set([...SENTENCE_STARTS, ...written]);
  const isName = (run: string): boolean => run.split(' ').some((word) => !common.has(word.toLowerCase()) && /^\p{Lu}/u.test(word));
  const isOwn = (sentence: string): boolean => {
    const subject = NAMED_SUBJECT.exec(sentence)?.[1];
    const of_another = subject !== undefined && isName(subject) && !isOwnName(subject, product, own_names);
    return !of_another && findOthers(sentence).length === 0 && !isPlannedText(sentence);
  };
  return { isOwn, isPlain: (sentence: string): boolean => isOwn(sentence) && findThirdParties(sentence).length === 0 };
};
