import { ancestorsOf, type HtmlTag } from '../parse/dom.ts';
import type { ProposedValue } from '../proposal.ts';
import { isPageWord, isPronoun, subjectOfQuestion } from '../words/page-kinds.ts';
import { titleWithoutName } from './name.ts';
import {
  headingLevel,
  isHeading,
  isOnlyLinks,
  isOwnStatement,
  lettersOnly,
  metaContent,
  type PageBlock,
  type ProductSite,
  quoteFrom,
  textValue,
} from './site.ts';

/** Greetings and calls to action do not say what the product is. */
const EMPTY =
  /^(welcome|willkommen|bienvenid|bienvenue|benvenut|bem-vind|hello|hallo|hola|hi there|coming soon|under construction|sign (in|up)|log ?in|get started|download|subscribe|contact|about|features?|pricing|search|menu|news|blog|loading|follow|join|available|made by|by |404|page not found|home|startseite)\b/i;

/** "Introducing Acme", "Lernen Sie Acme kennen": only the name with an announcement. */
const ANNOUNCES =
  /^(introducing|meet|discover|presenting|this is|say hello to|try|get|presentamos|presentando|descubre|conoce|voici|découvrez|rencontrez|wir präsentieren|entdecke(n sie)?|lerne(n sie)?|das ist|ecco|scopri|conheça|apresentamos|descubra|ontdek|maak kennis met|poznaj|oto) /i;

const WIDE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
/** The number of words, estimated for scripts without spaces. */
const countWords = (text: string): number => {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide > text.length / 3 ? Math.ceil(text.length / 2.5) : text.split(/\s+/).length;
};

/** "Why Acme?", "What is it?": questions that the page goes on to answer. */
const asksOnly = (text: string, name: string): boolean => {
  const subject = subjectOfQuestion(text);
  return subject !== null && (isPronoun(subject) || (name !== '' && lettersOnly(subject).includes(lettersOnly(name))));
};

/** "How does it work?" heads a section; "What if …?" and "Tired of …?" are rhetorical. */
const CHAPTER =
  /^¿?(how|what(?! if\b)|who|where|when|which|wie|was(?! wäre\b)|wer|wo|wann|welche|cómo|qué|quién|dónde|cuándo|comment|quel|qui|come|cosa|chi|quando|como|o que|quem|hoe|wat|jak|co|kto)\s.{0,200}[?？]$|(とは|ですか|ますか)[?？]?$/iu;

const isTagline = (text: string, name: string, most = 140): boolean => {
  const rest = lettersOnly(text.replace(ANNOUNCES, ''))
    .replace(lettersOnly(name), '')
    .replace(/^\d+|(?<!\d)\d+$/g, '');
  // The name and the kind of product: a title, but not a tagline.
  const title = lettersOnly(text).startsWith(lettersOnly(name)) && countWords(text) - countWords(name) < 4;
  return (
    !(name && title) &&
    text.length >= 8 &&
    text.length <= most &&
    countWords(text) >= 3 &&
    rest.length >= 6 &&
    !EMPTY.test(text) &&
    !isPageWord(text) &&
    !asksOnly(text, name) &&
    !/[@{}<>]|https?:/.test(text)
  );
};

/** A headline for screen readers; the visible text says the same. */
const isUnseen = ({ attribs }: HtmlTag): boolean => /\b(sr-only|visually-?hidden|screen-reader-text)\b/i.test(attribs.class ?? '');

const pathOf = (tag: HtmlTag): HtmlTag[] => ancestorsOf(tag).reverse();
const classesOf = ({ attribs }: HtmlTag): string[] => (attribs.class ?? '').split(/\s+/).filter(Boolean);

const MOST_BESIDE = 10;

/** The box of a heading, if another heading of its level is in a similar box next to it: a card or slide. */
const cardOf = ({ tag }: PageBlock, others: PageBlock[]): HtmlTag | undefined => {
  const path = pathOf(tag);
  for (const other of others.slice(0, MOST_BESIDE)) {
    const beside = pathOf(other.tag);
    const at = path.findIndex((one, depth) => one !== beside[depth]);
    const [box, like] = [path[at], beside[at]];
    if (!box || !like || box === tag || path.length !== beside.length || path.some(({ name }, depth) => name !== beside[depth]!.name))
      continue;
    if (classesOf(box).length === 0 || classesOf(box).some((name) => classesOf(like).includes(name))) return box;
  }
};

/** Whether a heading is one of a row below the start of the page. */
const isInRow = (head: PageBlock, own: PageBlock[]): boolean => {
  const box = cardOf(
    head,
    own.filter((other) => other !== head && other.tag.name === head.tag.name),
  );
  const isBefore = (block: PageBlock) => block.at < head.at && !block.regions.has('header') && !isOnlyLinks(block.tag);
  return box !== undefined && own.some((block) => isBefore(block) && !pathOf(block.tag).includes(box));
};

/** How far down a page without an h1 may have its headline. */
const BEGINNING = 8;

const findHeadline = (site: ProductSite): PageBlock | undefined => {
  const own = site.home.blocks.filter(
    (block) => isOwnStatement(block, 'aside', 'modal', 'footer', 'article', 'legal') && !isUnseen(block.tag),
  );
  const first = own.find(({ tag }) => tag.name === 'h1');
  if (first && !isInRow(first, own)) return first;
  const at = own.slice(0, BEGINNING).findIndex((block) => isHeading(block) && headingLevel(block) > 1 && headingLevel(block) < 4);
  // A small heading directly above a larger one is its overline.
  const [found, next] = at < 0 ? [] : own.slice(at);
  return found && next && isHeading(next) && headingLevel(next) < headingLevel(found) ? next : found;
};

/** The lines directly below the headline, which are often more concrete. */
const linesUnder = (site: ProductSite, head: PageBlock): PageBlock[] =>
  site.home.blocks
    .slice(head.at + 1, head.at + 4)
    .filter((block) => isOwnStatement(block, 'modal', 'footer') && !['button', 'li', 'label', 'h3', 'h4'].includes(block.tag.name))
    .filter((block) => !isOnlyLinks(block.tag));

/** An h1 may be a rhetorical question; smaller headings that ask introduce a section. */
const isChapter = ({ tag, text }: PageBlock): boolean => tag.name !== 'h1' && CHAPTER.test(text);

/** The line that says what the product is: the headline, the title without the name, or the line below. */
export const proposeTagline = (site: ProductSite, name: string): ProposedValue<string> | null => {
  const { home } = site;
  const from = (text: string): ProposedValue<string> => ({ value: text, evidence: [quoteFrom(home, text)] });
  const head = findHeadline(site);
  if (head && isTagline(head.text, name) && !isChapter(head)) {
    const [first, ...rest] = head.text.split(/ [–—|-] |: /);
    const line = first && lettersOnly(first) === lettersOnly(name) ? head.text.slice(head.text.indexOf(rest[0] ?? '')) : head.text;
    if (isTagline(line, name)) return from(line);
  }
  for (const title of [home.title, metaContent(home, 'og:title'), metaContent(home, 'twitter:title')])
    for (const part of titleWithoutName(title ?? '', name)) if (isTagline(part, name)) return from(part);
  for (const { values, page } of site.facts)
    for (const text of [textValue(values.slogan), textValue(values.alternativeHeadline)])
      if (text && page === home && isTagline(text, name)) return from(text);
  for (const block of head ? linesUnder(site, head) : []) if (isTagline(block.text, name, 160)) return from(block.text);
  // Two words may be enough: "Notes simplified."
  if (head && /^\S{3,}\s\S{3,}[.!]$/.test(head.text) && lettersOnly(head.text) !== lettersOnly(name) && !EMPTY.test(head.text))
    return from(head.text);
  for (const text of [metaContent(home, 'og:description'), metaContent(home, 'description')]) {
    if (!text) continue;
    if (isTagline(text, name, 160)) return from(text);
    const sentence = /^.{20,160}?[.!?。](?=\s|$)/.exec(text)?.[0];
    if (sentence && isTagline(sentence, name, 160)) return from(sentence);
  }
  return null;
};
