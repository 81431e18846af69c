import { isUnspaced, type TextSpan, wordSpans } from '../words/terms.ts';

export interface Mention extends TextSpan {
  value: string;
}

/** What separates the items of a list in running text. */
const SEPARATOR =
  /\s?[,、，;；/|·•・]\s?(?:(?:and|or|und|oder|et|ou|y|o|e|en|of|plus)\s)?|\s(?:and|or|und|oder|et|ou|y|o|e|en|of|plus|sowie|&|\+)\s|\s?[とや和及与與]\s?|または|以及/gu;
/** A word of a name: capitals in it, or digits. */
const NAME_WORD = /^(?:\p{Lu}|\d{1,3}\p{Lu})[\p{L}\p{N}.+&'’-]*$|^\p{Ll}{1,2}\p{Lu}[\p{L}\p{N}.-]*$/u;
/** Words that are no names of products, though written like them. */
const NO_NAME = new Set(
  'a an the your our any all many more most other others every each some and or with for from in on of to by it its we you they i this that these those new free api apis rest webhooks webhook csv pdf json xml html excel crm erp crms erps pos email emails e-mail sms mail calendar calendars payment payments accounting analytics cloud custom native web ios android windows macos mac linux iphone ipad desktop mobile no yes ai llm llms saml sso oauth gdpr soc iso hipaa us uk eu january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday start learn get see try how what why when where also just plus pro team teams enterprise business basic premium standard coming soon support help docs totp mfa otp 2fa oidc sdk cli mcp url http https ssl tls vpn qr wi-fi wifi bluetooth usb ethernet nfc hdmi pc'.split(
    ' ',
  ),
);
/** Verbs that begin a sentence with a capital: "Let Cursor, Claude Code or others call it". */
const LEADING = new Set(
  'Let Use Enable Keep Connect Add Send Open Run Install Choose Pick Select Try Pair Combine Bring Link Sync'.split(' '),
);
const MOST_WORDS = 3;
const LONGEST_NAME = 30;
const MAX_SEGMENTS = 60;

/** Common words may follow the first word of a name, but do not begin one: "Proton Calendar", but not "Calendar". */
const isCommon = (word: string): boolean => NO_NAME.has(word.toLowerCase());
const isNameOf = (words: string[]): boolean =>
  words.length > 0 && words.length <= MOST_WORDS && words.every((word) => NAME_WORD.test(word)) && !isCommon(words[0]!);

/** The words of a text between spaces, with their positions. */
const spacedWords = (text: string, from: number): (TextSpan & { word: string })[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: found, index }) => {
    const word = found.replace(/^[("“«]/, '').replace(/[)"”».,:;!?…*®™]{1,4}$/, '');
    const start = from + index + (found.startsWith(word) ? 0 : 1);
    return { word, start, end: start + word.length };
  });

/** The name that a part of a list begins or ends with. */
const nameAt = (words: (TextSpan & { word: string })[], at: 'begin' | 'end', text: string): Mention | null => {
  const ordered = at === 'begin' ? words : words.toReversed();
  const count = ordered.findIndex(({ word }) => !NAME_WORD.test(word));
  const run = ordered.slice(0, count < 0 ? ordered.length : count);
  const ordered_run = at === 'begin' ? run : run.toReversed();
  const taken = ordered_run.length > 1 && LEADING.has(ordered_run[0]!.word) ? ordered_run.slice(1) : ordered_run;
  if (!isNameOf(taken.map(({ word }) => word))) return null;
  const [start, end] = [Math.min(...taken.map((one) => one.start)), Math.max(...taken.map((one) => one.end))];
  return end - start > LONGEST_NAME ? null : { start, end, value: text.slice(start, end) };
};

/** Whether a text is nothing but a name. */
export const isName = (text: string): boolean => {
  const words = text.split(/\s+/);
  return text.length <= LONGEST_NAME && isNameOf(words.filter((word, at) => word !== '/' || at === 0 || at === words.length - 1));
};

/** A sentence in which nearly every word has a capital is a headline: capitals say nothing there. */
const isHeadline = (text: string): boolean => {
  const words = wordSpans(text).filter(({ word }) => word.length > 3);
  return words.length > 2 && words.filter(({ start }) => /\p{Lu}/u.test(text[start]!)).length > words.length * 0.6;
};

/** Editions and versions that belong to a known name: "WhatsApp Business", "Shopware 6". */
const EDITION =
  /^ (?:(?:Business|Cloud|Enterprise|Server|Data Center|Desktop|Commerce|Marketing Cloud|Sales Cloud)(?![\p{L}\p{N}])(?! (?:plan|tier|customers?|users?|team)\b)|\d{1,2}(?:\.\d)?(?![\p{L}\p{N}%+/:–-]|[.,]\d| (?:%|times|days|minutes?|hours?|users?|years?|Minuten|Tage|Jahre|fois|veces|vezes|volte|keer)))/u;
const LONGEST_EDITION = 30;

/** Known names as they are written in full. */
export const fullNames = (text: string, known: Mention[]): Mention[] =>
  known.map((one, at) => {
    const edition = EDITION.exec(text.slice(one.end, one.end + LONGEST_EDITION))?.[0] ?? '';
    const end = one.end + edition.length;
    return edition === '' || known.some((other, i) => i !== at && other.start < end && other.end > one.end)
      ? one
      : { start: one.start, end, value: `${one.value}${edition}` };
  });

/** Scripts with capitals: names in other texts are those written in Latin. */
const LATIN_NAME = /^[\p{sc=Latin}\p{N} .+&'’-]+$/u;
/** Words that say of any names after them that the product works together with them. */
const JOINS = /int[eè]gra|intègre|connect|collega|conecta|s[iy]nc|plug|koppel/i;
const ABBREVIATION = /^\p{Lu}{1,5}s?$/u;

/** How many names of a list have to be known, so that the others are taken for names too: fewer where it is introduced as such. */
const enoughKnown = (cue: boolean): number => (cue ? 1 : 2);

/** Names of products in running text: the known ones, and others in one list with them. Scripts without capitals have only known ones. */
export const openMentions = (text: string, known: Mention[], cues: TextSpan[]): Mention[] => {
  const is_sentence = cues.some(({ start }) => start > 0 && /\p{Ll}/u.test(text[start]!));
  if ((isHeadline(text) && !is_sentence) || (cues.length === 0 && known.length < enoughKnown(false))) return known;
  const cuts = [...text.matchAll(SEPARATOR)].map(({ 0: cut, index }) => ({
    start: index,
    end: index + cut.length,
    cue: false,
    joins: false,
  }));
  const breaks = [...cuts, ...cues.map(({ start, end }) => ({ start: end, end, cue: true, joins: JOINS.test(text.slice(start, end)) }))]
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_SEGMENTS);
  const parts = breaks.map(({ end, cue, joins }, at) => {
    const to = breaks[at + 1]?.start ?? text.length;
    const sentence = /[.!?](?=\s|$)/.exec(text.slice(end, to));
    const words = spacedWords(text.slice(end, sentence ? end + sentence.index : to), end);
    return {
      cue,
      joins,
      words,
      whole: sentence === null && words.length > 0 && words.every(({ word }) => NAME_WORD.test(word)),
      ends: sentence !== null,
    };
  });
  const first = spacedWords(text.slice(0, breaks[0]?.start ?? 0), 0);
  const runs: { names: Mention[]; cue: boolean; joins: boolean }[] = [];
  let run: { names: Mention[]; cue: boolean; joins: boolean } | null = null;
  const open = (begin: Mention | null, cue: boolean, joins = false) => {
    run = { names: begin ? [begin] : [], cue, joins };
    runs.push(run);
  };
  if (breaks[0] && !breaks[0].cue) open(nameAt(first, 'end', text), false);
  for (const { cue, joins, words, whole } of parts) {
    if (cue || !run) open(null, cue, joins);
    const name = nameAt(words, 'begin', text);
    if (name) run!.names.push(name);
    if (!whole) open(nameAt(words, 'end', text), false);
  }
  const isKnown = (name: Mention): boolean => known.some((one) => one.start < name.end && one.end > name.start);
  const is_unspaced = isUnspaced(text);
  const added = runs.flatMap(({ names, cue, joins }) => {
    const is_introduced = joins && names.filter(({ value }) => !ABBREVIATION.test(value)).length >= enoughKnown(false);
    return names.filter(isKnown).length >= enoughKnown(cue) || is_introduced
      ? names.filter((name) => !isKnown(name) && (!is_unspaced || LATIN_NAME.test(name.value)))
      : [];
  });
  return [...known, ...added].sort((a, b) => a.start - b.start);
};
