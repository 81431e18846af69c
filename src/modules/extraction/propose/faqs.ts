import { MAX_FAQS } from '../../listings/schema.ts';
import { ancestorsOf, type HtmlTag, isTag, isTextNode, type PageNode } from '../parse/dom.ts';
import { type TextBlock, textInside } from '../parse/parsed-page.ts';
import { getClassNames } from '../parse/regions.ts';
import type { PageKind } from '../words/page-kinds.ts';
import { ANSWER_MARK, asksWithoutMark, FAQ_HEADING, isCall, isRhetorical, QUESTION_END, questionOf } from '../words/questions.ts';
import { faqsInData, MAX_ANSWER, MAX_QUESTION, type ProposedFaq } from './faq-data.ts';
import {
  headingLevel,
  isHeading,
  isOwnStatement,
  isWide,
  lettersOnly,
  type PageBlock,
  type ProductSite,
  pagesInLanguage,
  quoteFrom,
  type SitePage,
} from './site.ts';

const MOST_CHILDREN = 20;

interface FoundQuestion {
  block: PageBlock;
  question: string;
  answer_lines: string[];
  /** Whether the answer may continue in the blocks below. */
  open: boolean;
  sure: boolean;
  marked: boolean;
  asks: boolean;
  /** Whether nothing but its question mark makes it a question. */
  unset?: boolean;
  /** Whether only its wording separates it from its answer. */
  loose?: boolean;
}

const isQuestion = (written: string): boolean => {
  if (written.length > MAX_QUESTION) return false;
  const text = questionOf(written);
  return QUESTION_END.test(text) && !isCall(text) && text.length >= (isWide(text) ? 4 : 8);
};

const expands = (node: PageNode): boolean => isTag(node) && node.attribs['aria-expanded'] !== undefined;
/** Whether a block opens and closes what is below it. */
const isToggle = ({ tag }: TextBlock): boolean =>
  /^(summary|dt)$/.test(tag.name) || ancestorsOf(tag, 3).some(expands) || tag.children.slice(0, MOST_CHILDREN).some(expands);

/** Rows of one accordion or list share tag and class. */
const getStyle = ({ name, attribs }: HtmlTag): string => `${name} ${attribs.class ?? ''}`;

/** Whether a block starts another row like that of a question. A paragraph does only if it stands out too. */
const isNextRow = (block: TextBlock, { tag }: TextBlock): boolean => {
  if (tag.name === 'div') return getStyle(block.tag) === getStyle(tag) && getClassNames(tag) !== '';
  return block.tag.name === tag.name && (tag.name !== 'p' || standsAlone(block));
};

const collectAnswer = (
  { block: head, answer_lines, open }: FoundQuestion,
  blocks: readonly TextBlock[],
  starts: ReadonlySet<number>,
): string => {
  const answer = [...answer_lines];
  const box = head.tag.name === 'summary' ? head.tag.parent : null;
  for (const block of open ? blocks.slice(head.at + 1, head.at + 12) : []) {
    // The sign that opens an answer is not part of it.
    if (answer.length === 0 && !/[\p{L}\p{N}]/u.test(block.text)) continue;
    if (box && !ancestorsOf(block.tag).includes(box)) break;
    // Text that continues an answer from the question's own block is next to it.
    if (answer_lines.length > 0 && (block.tag.parent !== head.tag.parent || block.tag.name === 'li')) break;
    const next = isNextRow(block, head);
    if (!box && (isHeading(block) || (next && answer_lines.length === 0) || isQuestion(block.text) || starts.has(block.at))) break;
    if (block.regions.has('footer') !== head.regions.has('footer') || block.regions.has('nav') || block.tag.name === 'button') break;
    if ([...answer, block.text].join(' ').length > MAX_ANSWER) break;
    answer.push(block.text);
  }
  const text = answer.join(' ').replace(ANSWER_MARK, '');
  return text.length <= MAX_ANSWER ? text : '';
};

const isBold = (node: PageNode | undefined): node is HtmlTag => node !== undefined && isTag(node) && /^(b|strong)$/.test(node.name);
/** The children of an element without white space and empty anchors. */
const filledChildren = ({ children }: HtmlTag): PageNode[] =>
  children
    .slice(0, MOST_CHILDREN)
    .filter((child) => (isTag(child) ? textInside(child) !== '' : isTextNode(child) && child.data.trim() !== ''));

/** Whether a block can be a question of its own: a heading, summary, term or accordion button. */
const standsAlone = (block: TextBlock): boolean => {
  if (isHeading(block) || /^(summary|dt|button|legend)$/.test(block.tag.name) || isToggle(block)) return true;
  if (/^(p|li|td|label|option)$/.test(block.tag.name)) return block.tag.name === 'p' && filledChildren(block.tag).every(isBold);
  return block.regions.has('faq');
};

/** The lines of a block; a bold start is separated from the rest. */
const linesOf = ({ lines, text, tag }: TextBlock): string[] => {
  if (isQuestion(lines[0] ?? '')) return lines;
  const [first] = filledChildren(tag);
  const bold = isBold(first) ? textInside(first) : '';
  return bold && isQuestion(bold) && text.startsWith(bold) ? [bold, text.slice(bold.length).trim()].filter(Boolean) : lines;
};

/** Questions in one block with their answers. All but the first must also occur in an index of links. */
const questionsWithin = (block: PageBlock, index: ReadonlySet<string>): Omit<FoundQuestion, 'sure' | 'marked' | 'asks'>[] => {
  if (!/^(p|li|td|dd|div|center|font|blockquote)$/.test(block.tag.name)) return [];
  const lines = linesOf(block);
  const starts = lines.flatMap((line, at) => ((at === 0 || index.has(line)) && isQuestion(line) ? [at] : []));
  return starts
    .map((start, i) => ({
      block,
      question: lines[start]!,
      answer_lines: lines.slice(start + 1, starts[i + 1]),
      open: i === starts.length - 1,
    }))
    .filter(({ answer_lines }) => answer_lines.length > 0);
};

const linkWithin = (tag: HtmlTag): HtmlTag | undefined =>
  [tag.parent, ...filledChildren(tag)].find((node) => node !== null && isTag(node) && node.name === 'a') as HtmlTag | undefined;
const leadsDown = (tag: HtmlTag): boolean => /^#./.test(linkWithin(tag)?.attribs.href?.trim() ?? '');
/** The blocks whose text starts one further down. Sorted texts with a common start are adjacent, so one pass with a stack is enough. */
const repeatedBelow = (blocks: readonly PageBlock[]): ReadonlySet<PageBlock> => {
  const ordered = [...blocks].sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.at - b.at));
  const repeated = new Set<PageBlock>();
  const waiting: PageBlock[] = [];
  for (const block of ordered) {
    while (waiting.length > 0 && waiting.at(-1)!.at < block.at) {
      const above = waiting.pop()!;
      if (block.text.startsWith(above.text)) repeated.add(above);
    }
    waiting.push(block);
  }
  return repeated;
};

const MAX_LOOSE = 150;
/** A paragraph alone in its box: site builders put each question and each answer into one. */
const isFirstIn = ({ tag, text }: TextBlock): boolean =>
  tag.name === 'p' &&
  text.length <= MAX_LOOSE &&
  tag.parent !== null &&
  filledChildren(tag.parent)[0] === tag &&
  filledChildren(tag.parent).length === 1;

/** Pages with questions by importance. Each contributes its first ones before any contributes more. */
const FAQ_PAGES: PageKind[] = ['home', 'faq', 'pricing', 'features', 'about', 'contact', 'press', 'other'];
const FIRST = 8;
/** Guides and legal pages ask about their own topic; they count only where the site has few other questions. */
const MORE_PAGES: PageKind[] = ['docs', 'terms', 'privacy'];
const FEW = 10;

const questionsOn = (page: SitePage): FoundQuestion[] => {
  const index = new Set(page.pointers.a.filter(({ tag }) => /^#./.test(tag.attribs.href?.trim() ?? '')).map(({ text }) => text));
  let below: ReadonlySet<PageBlock> | undefined;
  /** An index entry: a link to where the question is answered. */
  const isEntry = (block: PageBlock): boolean => {
    if (!leadsDown(block.tag)) return false;
    below ??= repeatedBelow(page.blocks);
    return below.has(block);
  };
  let under = page.kind === 'faq' ? 7 : 0;
  let questions_share_level = false;
  return page.blocks.flatMap((block): FoundQuestion[] => {
    if (isHeading(block) && FAQ_HEADING.test(block.text) && !QUESTION_END.test(block.text)) {
      under = headingLevel(block);
      // If the first question has the same level as the title, the others do too; otherwise a heading of that level starts something
      // new.
      const first = page.blocks.slice(block.at + 1, block.at + 4).find(isHeading);
      questions_share_level = first !== undefined && headingLevel(first) === under && QUESTION_END.test(first.text);
      return [];
    }
    if (
      isHeading(block) &&
      page.kind !== 'faq' &&
      (headingLevel(block) < under || (headingLevel(block) === under && !(questions_share_level && QUESTION_END.test(block.text))))
    )
      under = 0;
    if (!isOwnStatement(block, 'modal')) return [];
    const announced = under > 0 || block.regions.has('faq');
    const marked = isQuestion(block.text);
    if (standsAlone(block) || (under > 0 && block.tag.name === 'div')) {
      const asks = marked || (announced && asksWithoutMark(questionOf(block.text)));
      if (asks || (announced && isToggle(block) && block.text.length <= MAX_LOOSE))
        return isEntry(block)
          ? []
          : [{ block, question: block.text, answer_lines: [], open: true, sure: announced || isToggle(block), marked, asks }];
    }
    if (under > 0 && marked && isFirstIn(block))
      return [{ block, question: block.text, answer_lines: [], open: true, sure: true, marked, asks: true, loose: true }];
    if (announced) return questionsWithin(block, index).map((question) => ({ ...question, sure: true, marked: true, asks: true }));
    const alike = marked && /^(p|div|li)$/.test(block.tag.name) && block.tag.attribs.class !== undefined;
    return alike ? [{ block, question: block.text, answer_lines: [], open: true, sure: false, marked, asks: true, unset: true }] : [];
  });
};

/** Rows of the same style that count as questions without being announced. */
const ENOUGH_ALIKE = 3;

/** Without a question mark, only expandable blocks count, or blocks styled like marked questions. */
const credibleQuestions = (questions: readonly FoundQuestion[]): FoundQuestion[] => {
  const loose = questions.length >= 2 && questions.every((one) => one.loose);
  const marked = questions.filter((one) => one.marked);
  const asking = Map.groupBy(marked, ({ block }) => getStyle(block.tag));
  const rows = Map.groupBy(questions, ({ block }) => getStyle(block.tag));
  const plain = Map.groupBy(
    marked.filter(({ block, unset }) => !unset && headingLevel(block) > 2 && !isRhetorical(block.text)),
    ({ block }) => block.tag.name,
  );
  return questions.filter((one) => {
    const { tag, text } = one.block;
    const asked = asking.get(getStyle(tag))?.length ?? 0;
    if (one.loose) return loose;
    if (one.unset) return asked >= ENOUGH_ALIKE;
    if (one.marked) return one.sure || (!isRhetorical(text) && (plain.get(tag.name)?.length ?? 0) >= ENOUGH_ALIKE);
    if (!one.asks) return asked >= 2 && asked * 2 >= rows.get(getStyle(tag))!.length;
    return /^(summary|dt|button)$/.test(tag.name) || asked > 0;
  });
};

const questionsOf = (page: SitePage): ProposedFaq[] => {
  const questions = credibleQuestions(questionsOn(page));
  const starts = new Set(questions.map(({ block }) => block.at));
  return questions.flatMap((one) => {
    const question = questionOf(one.question);
    const answer = collectAnswer(one, page.blocks, starts);
    return answer.length >= 2 ? [{ question, answer, evidence: [quoteFrom(page, question), quoteFrom(page, answer)] }] : [];
  });
};

const PLACEHOLDER_QUESTION = /^(question|frage|pregunta|your question)\W*$/i;
const PLACEHOLDER_ANSWER = /^(answer|long answer|antwort)\W*$/i;

export const proposeFaqs = (site: ProductSite): ProposedFaq[] => {
  const chosen = new Map<string, ProposedFaq>();
  const add = (faqs: ProposedFaq[], most: number): void => {
    for (const faq of faqs) {
      const key = lettersOnly(faq.question);
      if (chosen.size >= most || chosen.has(key)) continue;
      if (!PLACEHOLDER_QUESTION.test(faq.question) && !PLACEHOLDER_ANSWER.test(faq.answer)) chosen.set(key, faq);
    }
  };
  const pages = pagesInLanguage(site);
  const fromPages = (kinds: PageKind[]) => {
    const found = kinds.flatMap((kind) => pages.filter((page) => page.kind === kind)).map(questionsOf);
    return [...found.flatMap((faqs) => faqs.slice(0, FIRST)), ...found.flatMap((faqs) => faqs.slice(FIRST))];
  };
  add(fromPages(FAQ_PAGES), MAX_FAQS);
  add(faqsInData(site, pages), MAX_FAQS);
  add(fromPages(MORE_PAGES), FEW);
  return [...chosen.values()];
};
