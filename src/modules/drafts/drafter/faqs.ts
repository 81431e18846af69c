import { type Block, folded } from '../page/open.ts';
import { isTag, type Tag } from '../page/parse.ts';
import type { Proposal } from '../proposal.ts';
import type { PageKind } from './kinds.ts';
import { bare, isHeading, isOwnWord, levelOf, type Placed, quoteOn, type Site, said } from './site.ts';

type Faq = Proposal['faqs'][number];

const MOST = 10;
const MAX_QUESTION = 300;
const MAX_ANSWER = 1500;

/** Headings over questions. */
const FAQ =
  /\bfaqs?\b|\bf\.a\.q\.?|(frequently|commonly) asked|\bquestions?\b|häufig|fragen|preguntas|dudas|questions fréquentes|foire aux questions|domande|perguntas|dúvidas|よくある(ご)?質問|常见问题|자주 묻는|vanliga frågor|veelgestelde|usein kysyt|ofte stillede|częste pytania/i;
const ASKS = /[?？;؟]\s*$/;

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

/** What stands below a question until the next one, as far as it is said in one go. */
const answerAfter = (blocks: readonly Block[], at: number, question: Block): string => {
  const said: string[] = [];
  const box = question.tag.name === 'summary' ? question.tag.parent : null;
  for (const block of blocks.slice(at + 1, at + 12)) {
    if (box && !isInside(block.tag, box)) break;
    if (!box && (isHeading(block) || (question.tag.name !== 'div' && block.tag.name === question.tag.name) || isQuestion(block))) break;
    if (block.regions.has('footer') !== question.regions.has('footer') || block.regions.has('nav') || block.tag.name === 'button') break;
    if ([...said, block.text].join(' ').length > MAX_ANSWER) break;
    said.push(block.text);
  }
  return said.join(' ');
};

/** Questions that call instead of asking. */
const CALLS =
  /^(ready|bereit|prêt|listo|¿listo|pronto|pronti|interested|interessiert|curious|neugierig|still (have|got)|(do you )?(have|got) (a|any|more|other|another) question|any (more |other )?questions|(noch )?fragen|¿(tienes|más) (más |alguna )?(dudas|preguntas)|(des|d'autres) questions|need help|want to (try|see|know|learn)|what are you waiting)\b/i;

const isQuestion = ({ text }: Block): boolean => ASKS.test(text) && !CALLS.test(text) && text.length >= 8 && text.length <= MAX_QUESTION;

/** A line that stands by itself as a question: a heading, a summary, a term, the button of an accordion. */
const standsAlone = (block: Block): boolean => {
  if (isHeading(block) || /^(summary|dt|button|legend)$/.test(block.tag.name)) return true;
  if (/^(p|li|td|label|option)$/.test(block.tag.name))
    return (
      block.tag.name === 'p' &&
      block.tag.children
        .filter((child) => isTag(child) || ('data' in child && child.data.trim()))
        .every((child) => isTag(child) && /^(b|strong)$/.test(child.name))
    );
  return block.regions.has('faq');
};

/** Where questions are asked, in the order they count: what the homepage answers matters before what the help pages do. */
const ASKED_ON: PageKind[] = ['home', 'pricing', 'features', 'other', 'about', 'contact', 'press', 'faq', 'docs'];

const fromBlocks = (site: Site): Faq[] => {
  const found: Faq[] = [];
  for (const page of ASKED_ON.flatMap((kind) => site.pages.filter((one) => one.kind === kind))) {
    let under = page.kind === 'faq' ? 7 : 0;
    let alike = false;
    const asked: { block: Placed; sure: boolean }[] = [];
    for (const block of page.blocks) {
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
      if (isQuestion(block) && (standsAlone(block) || (under > 0 && block.tag.name === 'div')) && isOwnWord(block, 'modal')) {
        const sure = under > 0 || block.regions.has('faq') || block.tag.name === 'summary';
        asked.push({ block, sure });
      }
    }
    for (const { block, sure } of asked) {
      const like = asked.filter((other) => other.block.tag.name === block.tag.name && levelOf(other.block) > 2).length;
      if (!sure && like < 3) continue;
      const answer = answerAfter(page.blocks, block.at, block);
      if (answer.length >= 2) found.push({ question: block.text, answer, evidence: [quoteOn(page, block.text), quoteOn(page, answer)] });
    }
  }
  return found;
};

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
