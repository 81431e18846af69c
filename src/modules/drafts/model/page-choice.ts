import { tokensIn } from '../../../outside/model.ts';
import { kindOf, type PageKind } from '../drafter/kinds.ts';
import { orderWatch } from '../page/orders.ts';
import type { PageText, Piece, Source } from '../page/page.ts';

/** What most fields are read from comes first; what is not here comes last. */
const ORDER: PageKind[] = ['home', 'pricing', 'about', 'features', 'contact', 'imprint', 'faq', 'press', 'other'];

/** What is shown to the model, and under which word. Hidden and template text is no evidence, so it is not shown at all. */
export const SHOWN: Partial<Record<Source, string>> = { meta: 'meta', visible: 'text', json_ld: 'data', attribute: 'links' };
const SOURCES = Object.keys(SHOWN) as Source[];

/** No page gets more than this part of what is left, as long as others wait. */
const SHARE = 0.45;
const LONGEST_LINE = 2000;
/** Of one source on one page. The budget ends long before. */
const MOST_LINES = 3000;
/** Its label and its end. */
const LINE_TOKENS = 3;
/** Of the addresses on a page, those that lead out of it or name a picture of it. Menus are not read. */
const TELLING = /^(mailto:|tel:|https?:\/\/|\/\/)|logo|^[^/#?.][^/#?]*$/i;

/** What of a page is shown. */
export interface ChosenPage {
  /** Its place among the pages, from 1. */
  number: number;
  url: string;
  lines: Piece[];
}

const rank = (url: string, home: string): number => {
  const at = ORDER.indexOf(kindOf(url, home));
  return at < 0 ? ORDER.length : at;
};

/** Cut between characters, so that what is left is still verbatim. */
const shortened = (text: string): string =>
  text.length > LONGEST_LINE ? text.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '') : text;

/** What a page has to say, best first: its head, its text in order, its data, its links. */
const linesOf = ({ pieces }: PageText): Piece[] =>
  SOURCES.flatMap((source) =>
    pieces.filter((piece) => piece.source === source && (source !== 'attribute' || TELLING.test(piece.text))).slice(0, MOST_LINES),
  );

/**
 * Chooses what of the pages is shown within a budget of tokens: the homepage first, then the pages most fields are read from.
 * Each gets its share before any gets all it wants. Nothing is shown twice, and no line that gives orders.
 */
export const choosePages = (pages: PageText[], budget: number, clean: (text: string) => string): ChosenPage[] => {
  const home = pages[0]?.url ?? '';
  const seen = new Set(['']);
  const ordered = pages
    .map((page, at) => ({ page, number: at + 1, rank: rank(page.url, home) }))
    .sort((a, b) => a.rank - b.rank || a.number - b.number)
    .map(({ page, number }) => ({
      number,
      url: clean(page.url).slice(0, 300),
      all: linesOf(page),
      next: 0,
      isOrder: orderWatch(),
      lines: [] as Piece[],
    }));
  let left = budget;
  for (const share of [SHARE, 1])
    for (const page of ordered) {
      let allowed = left * share;
      for (; page.next < page.all.length; page.next++) {
        const { source, text: written } = page.all[page.next]!;
        const text = shortened(clean(written));
        const cost = tokensIn(text) + LINE_TOKENS;
        if (cost > allowed) break;
        if (seen.has(text)) continue;
        seen.add(text);
        // What is not shown is paid for too, so that looking at it has an end.
        allowed -= cost;
        left -= cost;
        // As it was written: what is cleaned away may be what gives it away.
        if (!page.isOrder({ source, text: written.slice(0, LONGEST_LINE * 2) })) page.lines.push({ source, text });
      }
    }
  return ordered.filter(({ lines }) => lines.length > 0).map(({ number, url, lines }) => ({ number, url, lines }));
};
