import { fold } from '../../../kernel/words.ts';
import words from './page-kinds.json' with { type: 'json' };
import { termsOf } from './terms.ts';
import { decodeEscapes } from './text.ts';

/**
 * The pages of a site that matter, the most informative first, and their usual names in links and addresses in many languages. A word
 * marked = counts only alone, since it is also part of others. Privacy and terms are crawled only if no other page gives contact details,
 * and pages for reference after all others.
 */
const KIND_NAMES = words.kinds;

export type CrawlKind = keyof typeof KIND_NAMES;
export const CRAWL_KINDS = Object.keys(KIND_NAMES) as CrawlKind[];
export const FALLBACK_KINDS: readonly CrawlKind[] = ['privacy', 'terms'];
export const LAST_KIND: CrawlKind = 'reference';

/** Sections with many pages that are not about the product, and pages that require an account. */
const SKIPPED_SECTIONS = new Set(words.skipped_sections.flatMap((line) => line.split(' ')));

/** Only letters and digits, so that "About us", "about-us" and "aboutus" are equal. */
export const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
export const nameWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** By squashed name. If two kinds share a name, the first keeps it. `alone`: it counts only as the whole text. */
export const KIND_BY_NAME = new Map<string, { kind: CrawlKind; alone: boolean }>();
for (const kind of CRAWL_KINDS)
  for (const name of KIND_NAMES[kind].flatMap((line) => line.split(';').map((part) => part.trim()))) {
    const key = squash(name);
    if (key && !KIND_BY_NAME.has(key)) KIND_BY_NAME.set(key, { kind, alone: name.startsWith('=') });
  }

/** Also as part of a name: admin-invoices, user-login. */
const SKIPPED_WORDS = new Set('admin login signin signup logout checkout password'.split(' '));

export const isSkippedSection = (segments: string[]): boolean =>
  segments.some((segment) => SKIPPED_SECTIONS.has(squash(segment)) || nameWords(segment).some((word) => SKIPPED_WORDS.has(word)));

const DOCUMENTATION = new Set(words.documentation.split(' '));
/** Whether an address is in a site's documentation, which may have any number of pages. */
export const isDocumentation = (segments: string[]): boolean => segments.some((segment) => DOCUMENTATION.has(squash(segment)));

/** Path words by purpose, in many languages. The first matching row wins. */
const KINDS_BY_PATH = [
  [
    'privacy',
    /priva|datenschutz|cookie|gdpr|dsgvo|confidentialit|riservatezza|protection-des-donnees|protecao-de-dados|personvern|integritet|tietosuoja|polityka|プライバシー|隐私/,
  ],
  [
    'imprint',
    /imprint|impressum|legal-?notice|mentions-legales|aviso-legal|note-legali|tokushoho|tokutei|特定商取引|company-?info|anbieterkennzeichnung|colophon/,
  ],
  [
    'terms',
    /terms|\btos\b|agb|conditions|cgu|cgv|eula|condiciones|terminos|termos|termini|licen[cs]e|licencia|widerruf|refund|disclaimer|利用規約|nutzungsbedingungen|\blegal\b/,
  ],
  ['faq', /faq|questions|hilfe|\bhelp\b|support|preguntas|ayuda|\baide\b|domande|perguntas|ajuda|よくある|常见问题/],
  [
    'pricing',
    /pric|plans?\b|preise?\b|tarif|precio|planes|prix|prezz|pre[cç]os|planos|purchase|\bbuy\b|\bkaufen|comprar|acheter|subscri|abos?\b|cennik|hinnasto|priser|料金|价格|shop|store|license/,
  ],
  [
    'about',
    /about|ueber-?uns|über-?uns|uber-uns|team|company|unternehmen|nosotros|quienes|empresa|equipo|a-propos|qui-sommes|equipe|chi-siamo|azienda|sobre|story|mission|philosoph|history|founder|people|o-nas|om-oss|tietoa|会社|关于/,
  ],
  ['contact', /contact|kontakt|contacto|contatt|contato|reach|お問い合わせ|联系|yhteys/],
  ['press', /press|presse|prensa|stampa|imprensa|media-?kit|media-assets|newsroom/],
  [
    'features',
    /feature|funktion|how-it-works|so-funktioniert|caracteristic|funcional|fonctionnalit|funzionalit|product|produkt|producto|produit|prodotto|platform|tour|機能|功能|ominaisuudet|funksjoner/,
  ],
  ['blog', /blog|news|post|article|changelog|release|journal|\d{4}\/\d{2}|neuigkeiten|aktuell|noticias|actualites/],
  ['docs', /docs?\b|documentation|guide|manual|reference|api|tutorial|getting-started|wiki|dokumentation/],
] as const satisfies [string, RegExp][];

export type PageKind = (typeof KINDS_BY_PATH)[number][0] | 'home' | 'other';

const withoutIndex = (path: string) => path.replace(/(index|home|default)\.(html?|php)$/i, '').replace(/(?<!\/)\/+$/, '') || '/';

/** The purpose of a page by its address; the requested page is home. */
export const pageKindOf = (url: string, home: string): PageKind => {
  const { pathname } = new URL(url);
  if (withoutIndex(pathname) === withoutIndex(new URL(home).pathname)) return 'home';
  const path = decodeEscapes(pathname.toLowerCase());
  return KINDS_BY_PATH.find(([, words]) => words.test(path))?.[0] ?? 'other';
};

/** Common names of pages, menus and buttons, which are never a product's name or description. */
const PAGES = termsOf(...words.pages);

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, '’')
    .replace(/^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu, '');
const known = new Set(PAGES.map(keyOf));

export const isPageWord = (text: string): boolean => known.has(keyOf(text));

const ASKING: RegExp[] = [
  /^(?:(?:but )?why(?: (?:choose|use|we (?:built|made)))?|what(?: is|['’]s)|who is|warum|wieso|weshalb|was ist|wer ist|por qu[eé](?: elegir| usar| escolher)?|qu[eé] es|pourquoi(?: choisir)?|qu['’]est[- ]ce que?|c['’]est quoi|perch[eé](?: scegliere)?|(?:che )?cos['’ ]?è|o que é|waarom|wat is|dlaczego|co to jest|czym jest|vad är|varför|mikä on|что такое|почему) (\S.{0,59})$/iu,
  /^(.{1,30}?)(?:とは|って何|が選ばれる理由|を選ぶ理由)$/u,
  /^(?:什么是|为什么选择|なぜ)\s?(.{1,30}?)$/u,
];
const MAX_WORDS = 4;

/** The subject of a line that only asks what or why it is: "Acme" in "Why Acme?". */
export const subjectOfQuestion = (text: string): string | null => {
  const line = text.replace(/^[\s¿¡]+/u, '').replace(/(?<![\s?？!！:：.…])[\s?？!！:：.…]+$/u, '');
  const subject = ASKING.map((form) => form.exec(line)?.[1]?.trim()).find((found) => found !== undefined);
  return subject && subject.split(/\s+/).length <= MAX_WORDS ? subject : null;
};

/** "Why us?": not a name. */
export const isPronoun = (text: string): boolean =>
  /^(?:(?:choose |mit )?(?:us|we|it|this|that|you|me|wir|uns|ihr|es|das|nosotros|esto|nous|ça|noi|questo|nós|isso|wij|ons|dit|my|to|vi|oss)|当社|私たち|我们|弊社)$/iu.test(
    text,
  );
