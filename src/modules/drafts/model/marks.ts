import { randomBytes } from 'node:crypto';

/** 128 random bits, drawn after the pages were read: no page can know it. */
export const newSecret = (): string => randomBytes(16).toString('hex');

/** Has no width: what a reader cannot see, a model should not read. Orders are smuggled in it. */
const UNSEEN = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;
/** Joiners and selectors of forms: one belongs to the letter or sign before it, a row of them is a message. */
const ROWS_OF_UNSEEN = /(?:\u200c|\u200d|[\ufe00-\ufe0f]){2,}/g;
/** White space and control characters. A piece is one line, so it cannot begin another. */
const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Words that chat templates give a meaning to. Some servers read them as such wherever they stand. */
const CONTROL_WORDS =
  /<\|[^|<>]{0,40}\|>|<\|?(?=\|)|<\/?(s|bos|eos|pad|unk|think|system|user|assistant)>|<(start|end)_of_turn>|<\/?(tool_call|tool_response|function_calls?|invoke)>|\[\/?(INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\]|<<\/?SYS>>|<[｜][^<>]{0,40}[｜]>/gi;
/** The brackets of our own marks. */
const OUR_BRACKETS = /[⟦⟧]/g;

/**
 * A page's text as the model may see it: one line, nothing unseen, nothing that could be taken for a mark of ours or of the
 * model's own. Text that is changed by this can no longer be quoted, which loses a value and never makes one.
 */
export const neutral = (text: string, secret: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(ROWS_OF_UNSEEN, '')
    .replace(BREAKS, ' ')
    .replaceAll(secret, '…')
    .replace(OUR_BRACKETS, '|')
    .replace(CONTROL_WORDS, (found) => `‹${found.replace(/[<>[\]|｜]/g, '')}›`)
    .trim();

/** Puts a page's lines between marks that only we can write. */
export const marked = (number: number, lines: string[], secret: string): string =>
  [`⟦page ${number} begins ${secret}⟧`, ...lines, `⟦page ${number} ends ${secret}⟧`].join('\n');
