import { msg } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { implementTask } from '../../kernel/parsing/task.ts';
import { decodeEntities } from '../extraction/parse/outline.ts';
import { type HtmlToken, tokenize } from '../extraction/parse/tokenizer.ts';
import { check_file, check_homepage } from './parser-tasks.ts';
import { findTokenInFile, META_NAME, type ProofCheckResult, quoteTexts } from './rules.ts';

/** Tags that may stand in a head. Any other tag, or text, starts the body, even without a body tag. */
const HEAD_TAGS = new Set('html head base basefont bgsound link meta noframes noscript script style template title'.split(' '));
/** End tags that start the body when they occur in the head; other end tags are ignored there. */
const BODY_ENDS = new Set(['body', 'html', 'br']);
/** The content of these tags is text or not part of the page. */
const TEXT_TAGS = new Set(['script', 'style', 'title', 'noscript', 'noframes', 'template']);
/** A script that contains a script tag inside a comment ends later than others. After one, nothing counts as in the head. */
const isUnclearScript = (text: string): boolean => text.includes('<!--') && /<script/i.test(text.slice(text.indexOf('<!--')));

const BLANK = /^\ufeff?[\t\n\f\r ]*$/;

const endsHead = (token: HtmlToken): boolean => {
  if (token.kind === 'open') return !HEAD_TAGS.has(token.name);
  if (token.kind === 'close') return BODY_ENDS.has(token.name);
  return !BLANK.test(token.text);
};

/**
 * The content of the verification tags in the head and after it, split where a browser would split them. One pass, without building a tree.
 */
const findVerificationTags = (html: string): { head: string[]; body: string[] } => {
  const found = { head: [] as string[], body: [] as string[] };
  let part: 'head' | 'body' = 'head';
  let open_tag = '';
  let depth = 0;
  for (const token of tokenize(html)) {
    if (depth > 0) {
      if (token.kind === 'text' && open_tag === 'script' && isUnclearScript(token.text)) part = 'body';
      // Only templates nest: inside the other tags, a second start tag is text.
      if (token.kind === 'open' && token.name === open_tag && open_tag === 'template') depth++;
      if (token.kind === 'close' && token.name === open_tag) depth--;
      continue;
    }
    if (part === 'head' && endsHead(token)) part = 'body';
    if (token.kind !== 'open') continue;
    if (TEXT_TAGS.has(token.name)) {
      open_tag = token.name;
      depth = 1;
    }
    const { name = '', content = '' } = token.attributes;
    if (token.name === 'meta' && decodeEntities(name).toLowerCase() === META_NAME) found[part].push(decodeEntities(content).trim());
  }
  return found;
};

/** Finds the tag that proves a claim. Only the head counts: visitors may have written what is in the body. */
export const findTokenInHomepage = (html: string, token: string, address: string): ProofCheckResult => {
  const { head, body } = findVerificationTags(html);
  if (head.includes(token)) return { found: true, detail: inEnglish(msg('We found the tag on {address}.'), { address }) };
  if (body.includes(token))
    return {
      found: false,
      detail: inEnglish(msg("The tag on {address} is in the body of the page. Move it to the '<head>'."), { address }),
    };
  return {
    found: false,
    detail: head.length
      ? inEnglish(msg('The tag on {address} has a different value: {value}.'), { address, value: quoteTexts(head) })
      : inEnglish(msg("We didn’t find the tag in the '<head>' of {address}."), { address }),
  };
};

const toText = (body: Uint8Array): string => Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();

export const CLAIM_PARSERS = [
  implementTask(check_homepage, ({ body, token, address }) => findTokenInHomepage(toText(body), token, address)),
  implementTask(check_file, ({ body, token, address }) => findTokenInFile(toText(body), token, address)),
];
