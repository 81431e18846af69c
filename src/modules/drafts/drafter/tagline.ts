import type { Tag } from '../page/parse.ts';
import type { Proposed } from '../proposal.ts';
import { besidesName } from './naming.ts';
import { bare, isLinks, isOwnWord, metaOf, type Placed, quoteOn, type Site, said } from './site.ts';

/** Greetings and calls say nothing of what the product is. */
const EMPTY =
  /^(welcome|willkommen|bienvenid|bienvenue|benvenut|bem-vind|hello|hallo|hola|hi there|coming soon|under construction|sign (in|up)|log ?in|get started|download|subscribe|contact|about|features?|pricing|search|menu|news|blog|loading|follow|join|available|made by|by |404|page not found|home|startseite)\b/i;

const WIDE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
/** Words, or what comes to as many in scripts that do not part them. */
const wordsIn = (text: string): number => {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide > text.length / 3 ? Math.ceil(text.length / 2.5) : text.split(/\s+/).length;
};

const fits = (text: string, name: string, most = 140): boolean => {
  const rest = bare(text).replace(bare(name), '');
  // The name and what kind of thing it is: a title, but no line that says what it does.
  const title = bare(text).startsWith(bare(name)) && wordsIn(text) - wordsIn(name) < 4;
  return (
    !(name && title) &&
    text.length >= 8 &&
    text.length <= most &&
    wordsIn(text) >= 3 &&
    rest.length >= 6 &&
    !EMPTY.test(text) &&
    !/[@{}<>]|https?:/.test(text)
  );
};

/** A headline for those who listen; what is shown says the same in its own words. */
const isUnseen = ({ attribs }: Tag): boolean => /\b(sr-only|visually-?hidden|screen-reader-text)\b/i.test(attribs.class ?? '');
/** Where the page begins to speak: its first headline that is not a menu's or a window's. */
const headline = (site: Site): Placed | undefined => {
  const own = site.home.blocks.filter((block) => isOwnWord(block, 'aside', 'modal', 'footer', 'article', 'legal') && !isUnseen(block.tag));
  const found = own.find(({ tag }) => tag.name === 'h1') ?? own.slice(0, 8).find(({ tag }) => tag.name === 'h2');
  return found;
};

/** The lines right under the headline, which say more plainly what it promises. */
const underneath = (site: Site, head: Placed): Placed[] =>
  site.home.blocks
    .slice(head.at + 1, head.at + 4)
    .filter((block) => isOwnWord(block, 'modal', 'footer') && !['button', 'li', 'label', 'h3', 'h4'].includes(block.tag.name))
    .filter((block) => !isLinks(block.tag));

/** Finds the line that says what the product is: the headline, what the title says beside the name, or the line below. */
export const taglineOf = (site: Site, name: string): Proposed<string> | null => {
  const { home } = site;
  const from = (text: string): Proposed<string> => ({ value: text, evidence: [quoteOn(home, text)] });
  const head = headline(site);
  if (head) {
    if (fits(head.text, name)) {
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
