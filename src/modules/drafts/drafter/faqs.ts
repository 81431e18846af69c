import { type Block, folded, textWithin } from '../page/open.ts';
import { isTag, isWords, type PageNode, type Tag } from '../page/parse.ts';
import { namesOf } from '../page/regions.ts';
import type { Proposal } from '../proposal.ts';
import type { PageKind } from './kinds.ts';
import { ANSWER_MARK, ASKS, asksPlainly, FAQ, isCall, presents, QUESTION_MARK } from './question-words.ts';
import { bare, isHeading, isOwnWord, levelOf, type Placed, quoteOn, type Site, type SitePage, said } from './site.ts';

type Faq = Proposal['faqs'][number];

const MOST = 10;
const MAX_QUESTION = 300;
const MAX_ANSWER = 1500;

const strip = (html: string): string =>
  folded(
    html
      .replace(/<[^>]{0,2000}>/g, ' ')
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/&#0?39;|&apos;/g, "'")
      .replace(/&quot;/g, '"'),
  );

const fromData = (site: Site): Faq[] =>
  site.facts.flatMap(({ page, types, says }) => {
    if (!types.includes('Question')) return [];
    const question = said(says.name);
    const accepted = [says.acceptedAnswer ?? []].flat()[0];
    const written = accepted && typeof accepted === 'object' && !Array.isArray(accepted) ? said(accepted.text) : null;
    if (!question || !written || question.length > MAX_QUESTION) return [];
    const answer = /[<&]/.test(written) ? strip(written) : written;
    if (answer.length > MAX_ANSWER) return [];
    return [{ question, answer, evidence: [quoteOn(page, question), quoteOn(page, written)] }];
  });

const isInside = (tag: Tag, outer: Tag): boolean => {
  for (let at: Tag | null = tag; at; at = at.parent) if (at === outer) return true;
  return false;
};

/** A question as it stands on a page, with what its own block says behind it. */
interface Asked {
  block: Placed;
  question: string;
  said: string[];
  /** Whether the answer may go on in the blocks below. */
  open: boolean;
  sure: boolean;
  /** Whether it ends as questions do. */
  marked: boolean;
  /** Whether nothing but its words sets it apart from what answers it. */
  loose?: boolean;
}

const isQuestion = (text: string): boolean => ASKS.test(text) && !isCall(text) && text.length >= 8 && text.length <= MAX_QUESTION;

/** Made alike: rows of one accordion or list. */
const isAlike = (one: Tag, other: Tag): boolean => one.name === other.name && (one.attribs.class ?? '') === (other.attribs.class ?? '');

/** Whether a block begins another row like that of a question. A paragraph does only if it too stands out. */
const isNextRow = (block: Block, { tag }: Block): boolean => {
  if (tag.name === 'div') return isAlike(block.tag, tag) && namesOf(tag) !== '';
  return block.tag.name === tag.name && (tag.name !== 'p' || standsAlone(block));
};

/** What stands below a question until the next one, as far as it is said in one go. */
const answerTo = ({ block: asked, said, open }: Asked, blocks: readonly Block[], starts: ReadonlySet<number>): string => {
  const answer = [...said];
  const box = asked.tag.name === 'summary' ? asked.tag.parent : null;
  for (const block of open ? blocks.slice(asked.at + 1, asked.at + 12) : []) {
    if (box && !isInside(block.tag, box)) break;
    // What goes on behind an answer in the question's own block stands beside it.
    if (said.length > 0 && (block.tag.parent !== asked.tag.parent || block.tag.name === 'li')) break;
    const next = isNextRow(block, asked);
    if (!box && (isHeading(block) || (next && said.length === 0) || isQuestion(block.text) || starts.has(block.at))) break;
    if (block.regions.has('footer') !== asked.regions.has('footer') || block.regions.has('nav') || block.tag.name === 'button') break;
    if ([...answer, block.text].join(' ').length > MAX_ANSWER) break;
    answer.push(block.text);
  }
  const text = answer.join(' ').replace(ANSWER_MARK, '');
  return text.length <= MAX_ANSWER ? text : '';
};

const isBold = (node: PageNode | undefined): node is Tag => node !== undefined && isTag(node) && /^(b|strong)$/.test(node.name);
const MOST_CHILDREN = 20;
/** What an element holds beside white space and empty anchors. */
const filled = ({ children }: Tag): PageNode[] =>
  children
    .slice(0, MOST_CHILDREN)
    .filter((child) => (isTag(child) ? textWithin(child) !== '' : isWords(child) && child.data.trim() !== ''));

/** A line that stands by itself as a question: a heading, a summary, a term, the button of an accordion. */
const standsAlone = (block: Block): boolean => {
  if (isHeading(block) || /^(summary|dt|button|legend)$/.test(block.tag.name)) return true;
  if (/^(p|li|td|label|option)$/.test(block.tag.name)) return block.tag.name === 'p' && filled(block.tag).every(isBold);
  return block.regions.has('faq');
};

/** The lines of a block; what begins in bold is parted from what follows. */
const linesOf = ({ lines, text, tag }: Block): string[] => {
  if (isQuestion(lines[0] ?? '')) return lines;
  const [first] = filled(tag);
  const bold = isBold(first) ? textWithin(first) : '';
  return bold && isQuestion(bold) && text.startsWith(bold) ? [bold, text.slice(bold.length).trim()].filter(Boolean) : lines;
};

/** Questions that stand in one block with their answers. Others than the first are told by an index of links to them. */
const askedWithin = (block: Placed, index: ReadonlySet<string>): Omit<Asked, 'sure' | 'marked'>[] => {
  if (!/^(p|li|td|dd|div|center|font|blockquote)$/.test(block.tag.name)) return [];
  const lines = linesOf(block);
  const starts = lines.flatMap((line, at) => ((at === 0 || index.has(line)) && isQuestion(line) ? [at] : []));
  return starts
    .map((start, i) => ({ block, question: lines[start]!, said: lines.slice(start + 1, starts[i + 1]), open: i === starts.length - 1 }))
    .filter(({ said }) => said.length > 0);
};

const linkWithin = (tag: Tag): Tag | undefined =>
  [tag.parent, ...filled(tag)].find((node) => node !== null && isTag(node) && node.name === 'a') as Tag | undefined;
const leadsDown = (tag: Tag): boolean => /^#./.test(linkWithin(tag)?.attribs.href?.trim() ?? '');
/** An entry of an index: a link to where the question is asked again and answered. */
const isEntry = ({ tag, text, at, page }: Placed): boolean =>
  leadsDown(tag) && page.blocks.some((below) => below.at > at && below.text.startsWith(text));

const MAX_LOOSE = 150;
/** A paragraph that begins its box: site builders put each question and each answer into one of its own. */
const isFirstIn = ({ tag, text }: Block): boolean =>
  tag.name === 'p' && text.length <= MAX_LOOSE && tag.parent !== null && filled(tag.parent)[0] === tag && filled(tag.parent).length === 1;

/** Where questions are asked, in the order they count: what the homepage answers matters before what the help pages do. */
const ASKED_ON: PageKind[] = ['home', 'pricing', 'features', 'other', 'about', 'contact', 'press', 'faq', 'docs'];

const askedOn = (page: SitePage): Asked[] => {
  const index = new Set(page.pointers.a.filter(({ tag }) => /^#./.test(tag.attribs.href?.trim() ?? '')).map(({ text }) => text));
  let under = page.kind === 'faq' ? 7 : 0;
  let alike = false;
  return page.blocks.flatMap((block): Asked[] => {
    if (isHeading(block) && FAQ.test(block.text) && !ASKS.test(block.text)) {
      under = levelOf(block);
      // Where the first question is as big as the title, the others are too; elsewhere as big a heading begins something new.
      const first = page.blocks.slice(block.at + 1, block.at + 4).find(isHeading);
      alike = first !== undefined && levelOf(first) === under && ASKS.test(first.text);
    } else if (
      isHeading(block) &&
      page.kind !== 'faq' &&
      (levelOf(block) < under || (levelOf(block) === under && !(alike && ASKS.test(block.text))))
    )
      under = 0;
    if (!isOwnWord(block, 'modal')) return [];
    const announced = under > 0 || block.regions.has('faq');
    const marked = isQuestion(block.text);
    if (standsAlone(block) || (under > 0 && block.tag.name === 'div')) {
      if (marked || (announced && asksPlainly(block.text.replace(QUESTION_MARK, ''))))
        return isEntry(block)
          ? []
          : [{ block, question: block.text, said: [], open: true, sure: announced || block.tag.name === 'summary', marked }];
    }
    if (under > 0 && marked && isFirstIn(block))
      return [{ block, question: block.text, said: [], open: true, sure: true, marked, loose: true }];
    return announced ? askedWithin(block, index).map((asked) => ({ ...asked, sure: true, marked: true })) : [];
  });
};

/** Without a mark only what is opened to be answered is a question, or what is made like others that bear one. */
const isBelieved = ({ block, sure, marked, loose }: Asked, asked: readonly Asked[]): boolean => {
  if (loose) return asked.every((other) => other.loose) && asked.length >= 2;
  if (marked && sure) return true;
  if (marked) return !presents(block.text) && asked.filter((other) => isLike(other, block)).length >= 3;
  return /^(summary|dt|button)$/.test(block.tag.name) || asked.some((other) => other.marked && isAlike(other.block.tag, block.tag));
};
const isLike = ({ block, marked }: Asked, { tag }: Block): boolean =>
  marked && block.tag.name === tag.name && levelOf(block) > 2 && !presents(block.text);

const fromBlocks = (site: Site): Faq[] =>
  ASKED_ON.flatMap((kind) => site.pages.filter((page) => page.kind === kind)).flatMap((page) => {
    const all = askedOn(page);
    const asked = all.filter((one) => isBelieved(one, all));
    const starts = new Set(asked.map(({ block }) => block.at));
    return asked.flatMap((one) => {
      const question = one.question.replace(QUESTION_MARK, '');
      const answer = answerTo(one, page.blocks, starts);
      return answer.length >= 2 ? [{ question, answer, evidence: [quoteOn(page, question), quoteOn(page, answer)] }] : [];
    });
  });

/** The questions a site answers about its product, in its own words. */
export const faqsOf = (site: Site): Faq[] => {
  const chosen = new Map<string, Faq>();
  for (const faq of [...fromBlocks(site), ...fromData(site)]) {
    const key = bare(faq.question);
    if (/^(question|frage|pregunta|your question)\W*$/i.test(faq.question) || /^(answer|long answer|antwort)\W*$/i.test(faq.answer))
      continue;
    if (!chosen.has(key)) chosen.set(key, faq);
  }
  return [...chosen.values()].slice(0, MOST);
};
