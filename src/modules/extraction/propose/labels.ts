import { isTag, isTextNode, type PageNode } from '../parse/dom.ts';
import { textInside } from '../parse/parsed-page.ts';
import { isWide, type PageBlock } from './site.ts';

const MARK = /^(?:[\s✓✔☑›»→↓➜➤▶►•·●○◆★☆*+\-–—]|\p{Extended_Pictographic}|\ufe0f|\u200d)+/u;
const TICK = /^\s*[✓✔☑✅]/u;

export const isTicked = (text: string): boolean => TICK.test(text);
/** A label without a leading tick or emoji. */
export const labelOf = (text: string): string => text.replace(MARK, '').trim();

/** Figures and dates are what a product counts, not what it does. */
const FIGURES = /^[\d.,+~±<>€$£%\s]+(?:\p{L}{0,4}\b)?(?:\s\S{1,10})?$|^(?:R\$|US\$|[€$£])|^\p{L}{3,9}\.?[\s/]\d{4}$/u;
export const isFigure = (label: string): boolean => FIGURES.test(label);
/** A figure with a word says what there is that many of: "46 languages". */
const COUNTED = /\p{L}{4}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{3}/u;
const SPEECH = /^["“„«『「]/;

/** "And much more", "Coming soon": the end of a list, or not available yet. */
const NOTHING_YET =
  /^(?:(?:…|\.\.\.)? ?(?:and|und|et|y|e|en|i|och|og)? ?(?:so |much |many |lots? |viel(?:es)? |beaucoup |mucho |molto |muito |veel ){0,9}(?:more|mehr|plus|más|altro|di più|mais|meer|więcej|mer)(?: features| to come)?[\s.…!]{0,20})$|(?<!\p{L})(?:(?:coming|launching|available|arriving) (?:very )?soon|demnächst|in kürze|bald (?:verfügbar|da)|in vorbereitung|próximamente|muy pronto|bientôt|prossimamente|in arrivo|em breve|binnenkort|wkrótce|snart)(?!\p{L})|近日公開|準備中|即将推出|敬请期待|출시 예정/iu;

/** Whether a line can name a feature: a few words, not a question, price, address, date or speech. */
export const isLabel = (written: string): boolean => {
  const text = labelOf(written);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const wide = isWide(text);
  if (text.length < (wide ? 2 : 3) || text.length > 90 || letters < (wide ? 2 : 3) || text.split(/\s+/).length > 14) return false;
  if (
    /[?？:：]$|@|https?:|©|^\d+\s?[.)/|·–—]\s|\d\s?[€$£¥]|[€$£¥]\s?\d/.test(text) ||
    (FIGURES.test(text) && !COUNTED.test(text)) ||
    SPEECH.test(text)
  )
    return false;
  if (NOTHING_YET.test(text)) return false;
  // One short word is a button or part of a slogan, unless it is an abbreviation.
  if (/^\p{L}{1,5}\.?$/u.test(text) && !wide && !/^\p{Lu}{2,}/u.test(text)) return false;
  // One word in capitals is the badge of a mock-up or a label above the real heading.
  return !/^\p{Lu}{6,}$/u.test(text);
};

/** One short word, which counts as a feature only in an announced row of cards with texts: "Chat", "Miete". */
export const isWord = (written: string): boolean => /^\p{Lu}\p{L}{2,4}$/u.test(labelOf(written));

/** Whether an item of an announced list can be a feature; whole sentences are allowed. */
export const isListPoint = (written: string): boolean => {
  const text = labelOf(written);
  return isLabel(written) || (text.length > 60 && text.length <= 200 && !/[?？:：]$|@|https?:|©/.test(text) && !SPEECH.test(text));
};

/** Running text, not data of a mock-up: words, and few figures. */
export const isProse = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > text.length * 0.6 && (isWide(text) ? text.length >= 8 : text.split(/\s+/).length >= 4);
};

/** A heading that is a full sentence is usually a section, not a feature. */
export const isSentence = (text: string): boolean => /[.!。]$/.test(text) && text.split(/\s+/).length >= 4;

const MOST_CHILDREN = 20;
const hasLetters = (node: PageNode): boolean => /[\p{L}\p{N}]/u.test(isTag(node) ? textInside(node) : isTextNode(node) ? node.data : '');
const LONGEST_LEAD = 70;
const BEHIND_LEAD = /^[\s:：.。–—-]+/u;
const END_OF_LEAD = /(?<![\s:：.。–—-])[\s:：.。–—-]+$/u;
const SEPARATORS = [' — ', ' – ', ' - ', ': ', '：'];

/** The start of a block that is set off from the text after it: in bold, or in an element or line of its own. */
const leadsOf = ({ tag, lines }: PageBlock): string[] => {
  const children = tag.children.slice(0, MOST_CHILDREN).filter(hasLetters);
  const [first] = children;
  if (first === undefined || !isTag(first)) return lines.length > 1 ? [lines[0]!] : [];
  const set_off =
    /^(b|strong)$/.test(first.name) ||
    (/^(span|em|a)$/.test(first.name) && children.length <= 3 && children.every((child) => isTag(child)));
  return [...(set_off ? [textInside(first)] : []), ...(lines.length > 1 ? [lines[0]!] : [])];
};

/** The start of a point before a dash or colon: "Works offline — no account required". */
const partBefore = (text: string): string[] => {
  const separator = SEPARATORS.find((one) => text.indexOf(one) > 0);
  return separator ? [text.slice(0, text.indexOf(separator))] : [];
};

/** A label and the text after it in the same block. Only in lists is a dash or colon enough to separate them. */
export const splitLead = (block: PageBlock): { label: string; text: string } | null => {
  const text = labelOf(block.text);
  for (const lead of [...leadsOf(block), ...(block.tag.name === 'li' ? partBefore(text) : [])].map(labelOf)) {
    if (!lead || lead.length > LONGEST_LEAD || !text.startsWith(lead)) continue;
    const rest = text.slice(lead.length).replace(BEHIND_LEAD, '');
    const label = lead.replace(END_OF_LEAD, '');
    if (label && isProse(rest) && rest.length > label.length / 2) return { label, text: rest };
  }
  return null;
};
