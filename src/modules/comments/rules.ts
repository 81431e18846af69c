import { hash } from 'node:crypto';
import { RequiredText } from '../../kernel/schema.ts';

export const CommentText = RequiredText(2000);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const EDIT_WINDOW_MS = 15 * MINUTE_MS;
/** Keeps a page of threads bounded. */
export const MAX_REPLIES = 100;
export const THREADS_PER_PAGE = 10;
/** What the listing's page shows: the first threads, with their latest replies. */
export const LISTED_THREADS = 5;
export const LISTED_REPLIES = 3;

/** A new account's first comments are shown at once, so that somebody who signs up to ask gets an answer; more of them are held. */
const NEW_ACCOUNT_MS = DAY_MS;
export const NEW_ACCOUNT_COMMENTS = 3;
export const isNewAccount = (created_at: Date, now: Date): boolean => now.getTime() - created_at.getTime() < NEW_ACCOUNT_MS;

/** The same text by one account is repeated at any length; by several only if it is too long to be a coincidence. */
export const MIN_COINCIDENCE_LENGTH = 40;
export const REPEAT_MS = 30 * DAY_MS;
/** The same text in the same place by the same account within this time is one comment that was sent twice. */
export const SENT_TWICE_MS = 5 * MINUTE_MS;

/** Hash of a text without case and spacing. */
export const hashText = (body: string): Buffer => hash('sha256', body.toLowerCase().replace(/\s+/g, ' ').trim(), 'buffer');

export const canEdit = (created_at: Date, now: Date): boolean => now.getTime() - created_at.getTime() < EDIT_WINDOW_MS;

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;
const isWordAt = (text: string, index: number): boolean => WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(index) ?? 32));

/** Whether `@name` stands at an index of a text, as a whole word. Case does not matter. */
const isMentionAt = (text: string, at: number, name: string): boolean => {
  const end = at + 1 + name.length;
  return text.slice(at + 1, end).toLowerCase() === name.toLowerCase() && !isWordAt(text, end) && (at === 0 || !isWordAt(text, at - 1));
};

interface Person {
  account_id: number;
  name: string | null;
}

/**
 * The accounts that a text mentions: `@` and the whole name of somebody who takes part. Names are not unique, so a name that two of
 * them share mentions nobody. Of "Ada" and "Ada Lovelace", the longer one counts.
 */
export const findMentions = (body: string, people: Person[]): number[] => {
  const by_name = Map.groupBy(
    people.filter(({ name }) => name),
    ({ name }) => name!.toLowerCase(),
  );
  const names = [...by_name.keys()].toSorted((a, b) => b.length - a.length);
  const found = new Set<number>();
  for (let at = body.indexOf('@'); at >= 0; at = body.indexOf('@', at + 1)) {
    const namesakes = by_name.get(names.find((name) => isMentionAt(body, at, name)) ?? '') ?? [];
    if (namesakes.length === 1) found.add(namesakes[0]!.account_id);
  }
  return [...found];
};

/** A part of a paragraph: plain text, a web address, or the mention of somebody. */
export interface TextPart {
  kind: 'text' | 'link' | 'mention';
  text: string;
}

const LINK = /https?:\/\/[^\s<>"]+/gi;
const CLOSING = /[.,;:!?)\]}'’”]/;

/** An address without the punctuation of the sentence around it. */
const trimLink = (link: string): string => {
  let end = link.length;
  while (end > 0 && CLOSING.test(link[end - 1]!)) end -= 1;
  return link.slice(0, end);
};

const splitMentions = (text: string, names: string[]): TextPart[] => {
  const parts: TextPart[] = [];
  let start = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = names.find((one) => isMentionAt(text, at, one));
    if (name === undefined) continue;
    const end = at + 1 + name.length;
    parts.push({ kind: 'text', text: text.slice(start, at) }, { kind: 'mention', text: text.slice(at, end) });
    start = end;
  }
  return [...parts, { kind: 'text', text: text.slice(start) }];
};

/** The paragraphs of a comment, each in parts. `names` are the people it mentions. There is no markup: an address shows where it leads. */
export const parseCommentText = (body: string, names: string[]): TextPart[][] => {
  const longest_first = names.toSorted((a, b) => b.length - a.length);
  const paragraphs = body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return paragraphs.map((paragraph) => {
    const parts: TextPart[] = [];
    let start = 0;
    for (const { 0: match, index } of paragraph.matchAll(LINK)) {
      const link = trimLink(match);
      parts.push(...splitMentions(paragraph.slice(start, index), longest_first), { kind: 'link', text: link });
      start = index + link.length;
    }
    return [...parts, ...splitMentions(paragraph.slice(start), longest_first)].filter(({ text }) => text !== '');
  });
};
