import { tokensIn } from '../../../integrations/model/model.ts';
import { listObjects, visitValues } from '../parse/json-ld.ts';
import type { TextPiece, TextSource } from '../parse/page.ts';
import type { PageRegion } from '../parse/regions.ts';
import { isAboutOthers } from '../propose/attributes/texts.ts';
import { sectionsOf } from '../propose/sections.ts';
import { isComparison, isHeading, isIn, isOwnStatement, type PageBlock, type ProductSite, type SitePage } from '../propose/site.ts';
import { isPlannedText } from '../words/hedges.ts';
import type { PageKind } from '../words/page-kinds.ts';

/** A page as a model sees it. Line `at` is cited as `p{number}:{at + 1}`. */
export interface ShownPage {
  /** Its index among the pages, from 1. */
  number: number;
  url: string;
  lines: TextPiece[];
}

/** Zero-width characters: what a reader cannot see, a model should not read. They are used to smuggle in instructions. */
const UNSEEN = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;
/** Joiners and variation selectors: one belongs to the preceding character, a run of them is a hidden message. */
const ROWS_OF_UNSEEN = /(?:\u200c|\u200d|[\ufe00-\ufe0f]){2,}/g;
/** White space and control characters. Each piece becomes one line, so it cannot start another. */
const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Control tokens of chat templates. Some servers interpret them anywhere. */
const CONTROL_WORDS =
  /<\|[^|<>]{0,40}\|>|<\|?(?=\|)|<\/?(s|bos|eos|pad|unk|think|system|user|assistant)>|<(start|end)_of_turn>|<\/?(tool_call|tool_response|function_calls?|invoke)>|\[\/?(INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\]|<<\/?SYS>>|<[｜][^<>]{0,40}[｜]>/gi;

/** One line without control tokens and invisible text. Changed text can no longer be quoted, which may lose a value but never adds one. */
export const neutralizeText = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(ROWS_OF_UNSEEN, '')
    .replace(BREAKS, ' ')
    .replace(CONTROL_WORDS, (found) => `‹${found.replace(/[<>[\]|｜]/g, '')}›`)
    .trim();

/** Parts of a page in which others speak, or which are about others. */
const OF_OTHERS: PageRegion[] = ['testimonial', 'customer', 'article', 'work', 'compare', 'modal'];
/** Around nearly all of a page a region says nothing: some sites wrap every page in an article. */
const MOST_OF_PAGE = 0.8;
const othersOn = ({ blocks }: SitePage): PageRegion[] =>
  OF_OTHERS.filter((region) => blocks.filter((block) => isIn(block, region)).length <= blocks.length * MOST_OF_PAGE);

const SPEECH = /^["“„«‘「『].{12,}["”»’」』]|^["“„«].{40,}/u;
const SHORT = 60;
/** A speaker's name and role. */
const AFTER_SPEECH = 2;

/** "Coming soon", alone. */
const isBadge = (block: PageBlock | undefined): block is PageBlock =>
  block !== undefined && block.text.split(' ').length <= BADGE_WORDS && isPlannedText(block.text);
const BADGE_WORDS = 3;
/** A card has few elements and gaps between them, unlike a list of cards. */
const CARD = 9;

/** Whether a badge says that something is yet to come: below its name, or above it in the same card. */
const isTakenBack = (block: PageBlock): boolean => {
  const [before, after] = [block.page.blocks[block.at - 1], block.page.blocks[block.at + 1]];
  const { parent } = block.tag;
  return isBadge(after) || (isBadge(before) && parent !== null && before.tag.parent === parent && parent.children.length <= CARD);
};

/** What the site says about its own product: not testimonials and those who give them, other products, comparisons, plans for later. */
const ownBlocks = (page: SitePage): PageBlock[] => {
  const sections = sectionsOf(page);
  const others = othersOn(page);
  let speaker_lines = 0;
  return page.blocks.filter((block) => {
    const isShort = (one: PageBlock | undefined): boolean => one !== undefined && one.text.length <= SHORT;
    const is_speaker = speaker_lines > 0 && isShort(block) && !isHeading(block);
    speaker_lines = SPEECH.test(block.text) ? AFTER_SPEECH : is_speaker ? speaker_lines - 1 : 0;
    if (speaker_lines === AFTER_SPEECH || is_speaker) return false;
    if (!isOwnStatement(block, ...others) || isComparison(block) || isAboutOthers(sections[block.at]!)) return false;
    return !(isShort(block) && isTakenBack(block));
  });
};

/** Texts in structured data that somebody else wrote. */
const reviewTexts = (page: SitePage): Set<string> => {
  const texts = new Set<string>();
  for (const object of page.data.flatMap(listObjects))
    if (/Review|Rating|Comment/.test(String(object['@type']))) visitValues(object, (_, value) => void texts.add(value));
  return texts;
};
const VALUE = /^"[^"]*": "(.*)"$/;

/** Of the links on a page, external ones and logos. Menus are skipped. */
const INFORMATIVE_LINK = /^(mailto:|tel:|https?:\/\/|\/\/)|logo|^[^/#?.][^/#?]*$/i;

/** Addresses and labels of links and images that are only in parts about others. */
const foreignLinks = ({ pointers }: SitePage): Set<string> => {
  const all = Object.values(pointers).flat();
  const isForeign = (one: { regions: ReadonlySet<PageRegion> }): boolean => isIn(one, 'mock', ...OF_OTHERS);
  const valuesOf = (foreign: boolean) => all.filter((one) => isForeign(one) === foreign).flatMap(({ tag }) => Object.values(tag.attribs));
  const own = new Set(valuesOf(false));
  return new Set(valuesOf(true).filter((value) => !own.has(value)));
};

const SOURCES: TextSource[] = ['meta', 'visible', 'json_ld', 'attribute'];
/** Of one source on one page. The budget ends long before. */
const MAX_LINES = 3000;

/** A page's lines, best first: head, text in order, structured data, links. Hidden and template text is no evidence. */
const selectLines = (page: SitePage): TextPiece[] => {
  const reviews = reviewTexts(page);
  const foreign = foreignLinks(page);
  const isShown: Partial<Record<TextSource, (text: string) => boolean>> = {
    meta: () => true,
    json_ld: (text) => !reviews.has(VALUE.exec(text)?.[1] ?? text),
    attribute: (text) => INFORMATIVE_LINK.test(text) && !foreign.has(text),
  };
  return SOURCES.flatMap((source) => {
    const pieces =
      source === 'visible'
        ? ownBlocks(page).map(({ text }) => ({ source, text }))
        : page.text.pieces.filter((piece) => piece.source === source && isShown[source]!(piece.text));
    return pieces.slice(0, MAX_LINES);
  });
};

/** Pages by how many fields they usually provide; others come last. Posts are about other things. */
const ORDER: PageKind[] = ['home', 'pricing', 'about', 'features', 'contact', 'imprint', 'faq', 'press', 'other'];
const rank = ({ kind }: SitePage): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);

/** No page gets more than this share of the remaining budget while others wait. */
const SHARE = 0.45;
const LONGEST_LINE = 2000;
const LONGEST_ADDRESS = 300;
/** `p12:345 | ` and the line's end. */
const LINE_TOKENS = 6;
const PAGE_TOKENS = 110;

/** Cut between characters, so that the rest is still verbatim. */
const shortenLine = (text: string): string =>
  text.length > LONGEST_LINE ? text.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '') : text;

/**
 * Selects what to show within a token budget: the homepage first, then the most informative pages. Each page gets a share before any
 * page is shown in full. What was shown once is not repeated.
 */
export const selectPages = ({ pages }: ProductSite, budget: number): ShownPage[] => {
  const seen = new Set(['']);
  const ordered = pages
    .map((page, at) => ({ page, number: at + 1 }))
    .filter(({ page }) => page.kind !== 'blog')
    .sort((a, b) => rank(a.page) - rank(b.page) || a.number - b.number)
    .map(({ page, number }) => ({
      number,
      url: neutralizeText(page.url).slice(0, LONGEST_ADDRESS),
      all: selectLines(page),
      next: 0,
      lines: [] as TextPiece[],
    }));
  let left = budget - pages.length * PAGE_TOKENS;
  for (const share of [SHARE, 1])
    for (const page of ordered) {
      let allowed = left * share;
      for (; page.next < page.all.length; page.next++) {
        const { source, text: written } = page.all[page.next]!;
        const text = shortenLine(neutralizeText(written));
        const cost = tokensIn(text) + LINE_TOKENS;
        if (cost > allowed) break;
        if (seen.has(text)) continue;
        seen.add(text);
        allowed -= cost;
        left -= cost;
        page.lines.push({ source, text });
      }
    }
  return ordered.filter(({ lines }) => lines.length > 0).map(({ number, url, lines }) => ({ number, url, lines }));
};

/** The pages as numbered lines. Only we begin a line, so no page can forge a number or end its own lines. */
export const writeLines = (pages: ShownPage[]): string =>
  pages
    .flatMap(({ number, url, lines }) => [`p${number} | ${url}`, ...lines.map(({ text }, at) => `p${number}:${at + 1} | ${text}`)])
    .join('\n');
