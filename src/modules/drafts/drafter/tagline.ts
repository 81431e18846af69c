import type { Tag } from '../page/parse.ts';
import type { Proposed } from '../proposal.ts';
import { besidesName } from './naming.ts';
import { askedAbout, isPageWord, isPronoun } from './page-words.ts';
import { bare, isHeading, isLinks, isOwnWord, levelOf, metaOf, type Placed, quoteOn, type Site, said } from './site.ts';

/** Greetings and calls say nothing of what the product is. */
const EMPTY =
  /^(welcome|willkommen|bienvenid|bienvenue|benvenut|bem-vind|hello|hallo|hola|hi there|coming soon|under construction|sign (in|up)|log ?in|get started|download|subscribe|contact|about|features?|pricing|search|menu|news|blog|loading|follow|join|available|made by|by |404|page not found|home|startseite)\b/i;

/** "Introducing Acme", "Lernen Sie Acme kennen": a name with a drum roll. */
const ANNOUNCES =
  /^(introducing|meet|discover|presenting|this is|say hello to|try|get|presentamos|presentando|descubre|conoce|voici|découvrez|rencontrez|wir präsentieren|entdecke(n sie)?|lerne(n sie)?|das ist|ecco|scopri|conheça|apresentamos|descubra|ontdek|maak kennis met|poznaj|oto)\s+/i;

const WIDE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
/** Words, or what comes to as many in scripts that do not part them. */
const wordsIn = (text: string): number => {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide > text.length / 3 ? Math.ceil(text.length / 2.5) : text.split(/\s+/).length;
};

/** "Why Acme?", "What is it?": what the page goes on to answer. */
const asksOnly = (text: string, name: string): boolean => {
  const asked = askedAbout(text);
  return asked !== null && (isPronoun(asked) || (name !== '' && bare(asked).includes(bare(name))));
};

/** "How does it work?" heads a chapter; "What if …?" and "Tired of …?" are a way to tell. */
const CHAPTER =
  /^¿?(how|what(?! if\b)|who|where|when|which|wie|was(?! wäre\b)|wer|wo|wann|welche|cómo|qué|quién|dónde|cuándo|comment|quel|qui|come|cosa|chi|quando|como|o que|quem|hoe|wat|jak|co|kto)\s.*[?？]$|(とは|ですか|ますか)[?？]?$/iu;

const fits = (text: string, name: string, most = 140): boolean => {
  const rest = bare(text.replace(ANNOUNCES, ''))
    .replace(bare(name), '')
    .replace(/^\d+|\d+$/g, '');
  // The name and what kind of thing it is: a title, but no line that says what it does.
  const title = bare(text).startsWith(bare(name)) && wordsIn(text) - wordsIn(name) < 4;
  return (
    !(name && title) &&
    text.length >= 8 &&
    text.length <= most &&
    wordsIn(text) >= 3 &&
    rest.length >= 6 &&
    !EMPTY.test(text) &&
    !isPageWord(text) &&
    !asksOnly(text, name) &&
    !/[@{}<>]|https?:/.test(text)
  );
};

/** A headline for those who listen; what is shown says the same in its own words. */
const isUnseen = ({ attribs }: Tag): boolean => /\b(sr-only|visually-?hidden|screen-reader-text)\b/i.test(attribs.class ?? '');

const pathOf = (tag: Tag): Tag[] => {
  const path = [tag];
  while (path[0]!.parent) path.unshift(path[0]!.parent);
  return path;
};
const classesOf = ({ attribs }: Tag): string[] => (attribs.class ?? '').split(/\s+/).filter(Boolean);

const MOST_BESIDE = 10;

/** The box a heading stands in, where another heading of its level stands in one made alike beside it: a card, a slide. */
const cardOf = ({ tag }: Placed, others: Placed[]): Tag | undefined => {
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

/** Whether a heading is one of a row below what the page says first. */
const isInRow = (head: Placed, own: Placed[]): boolean => {
  const box = cardOf(
    head,
    own.filter((other) => other !== head && other.tag.name === head.tag.name),
  );
  const isBefore = (block: Placed) => block.at < head.at && !block.regions.has('header') && !isLinks(block.tag);
  return box !== undefined && own.some((block) => isBefore(block) && !pathOf(block.tag).includes(box));
};

/** How far down a page without a headline of the first level may begin to speak. */
const BEGINNING = 8;

/** Where the page begins to speak: its first headline that is not a menu's, a window's or a card's. */
const headline = (site: Site): Placed | undefined => {
  const own = site.home.blocks.filter((block) => isOwnWord(block, 'aside', 'modal', 'footer', 'article', 'legal') && !isUnseen(block.tag));
  const first = own.find(({ tag }) => tag.name === 'h1');
  if (first && !isInRow(first, own)) return first;
  const at = own.slice(0, BEGINNING).findIndex((block) => isHeading(block) && levelOf(block) > 1 && levelOf(block) < 4);
  // A small heading right above a greater one is the line over it.
  const [found, next] = at < 0 ? [] : own.slice(at);
  return found && next && isHeading(next) && levelOf(next) < levelOf(found) ? next : found;
};

/** The lines right under the headline, which say more plainly what it promises. */
const underneath = (site: Site, head: Placed): Placed[] =>
  site.home.blocks
    .slice(head.at + 1, head.at + 4)
    .filter((block) => isOwnWord(block, 'modal', 'footer') && !['button', 'li', 'label', 'h3', 'h4'].includes(block.tag.name))
    .filter((block) => !isLinks(block.tag));

/** The greatest headline may ask to tell something; below it a question is what the next lines answer. */
const isChapter = ({ tag, text }: Placed): boolean => tag.name !== 'h1' && CHAPTER.test(text);

/** Finds the line that says what the product is: the headline, what the title says beside the name, or the line below. */
export const taglineOf = (site: Site, name: string): Proposed<string> | null => {
  const { home } = site;
  const from = (text: string): Proposed<string> => ({ value: text, evidence: [quoteOn(home, text)] });
  const head = headline(site);
  if (head) {
    if (fits(head.text, name) && !isChapter(head)) {
      const [first, ...rest] = head.text.split(/\s+[–—|-]\s+|:\s+/);
      const told = first && bare(first) === bare(name) ? head.text.slice(head.text.indexOf(rest[0] ?? '')) : head.text;
      if (fits(told, name)) return from(told);
    }
  }
  for (const title of [home.title, metaOf(home, 'og:title'), metaOf(home, 'twitter:title')])
    for (const part of besidesName(title ?? '', name)) if (fits(part, name)) return from(part);
  for (const { says, page } of site.facts)
    for (const text of [said(says.slogan), said(says.alternativeHeadline)])
      if (text && page === home && fits(text, name)) return from(text);
  for (const block of head ? underneath(site, head) : []) if (fits(block.text, name, 160)) return from(block.text);
  // Two words may be enough: "Notes simplified."
  if (head && /^\S{3,}\s\S{3,}[.!]$/.test(head.text) && bare(head.text) !== bare(name) && !EMPTY.test(head.text)) return from(head.text);
  for (const text of [metaOf(home, 'og:description'), metaOf(home, 'description')]) {
    if (!text) continue;
    if (fits(text, name, 160)) return from(text);
    const sentence = /^.{20,160}?[.!?。](?=\s|$)/.exec(text)?.[0];
    if (sentence && fits(sentence, name, 160)) return from(sentence);
  }
  return null;
};
