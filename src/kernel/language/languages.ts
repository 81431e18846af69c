/** A language of pages and mails. */
interface LanguageRow {
  /** Its own name for itself. */
  name: string;
  /** The locale of numbers, plurals and names, and that of dates where it differs. */
  numbers: string;
  dates: string;
  dir: 'ltr' | 'rtl';
}

/** The languages a site can offer. The texts in the code are English. */
export const LANGUAGES = {
  en: { name: 'English', numbers: 'en', dates: 'en-GB', dir: 'ltr' },
  de: { name: 'Deutsch', numbers: 'de', dates: 'de', dir: 'ltr' },
  es: { name: 'Español', numbers: 'es', dates: 'es', dir: 'ltr' },
} as const satisfies Record<string, LanguageRow>;

/** Languages for tests, made from the English texts: with accents and a third longer, and written from right to left. */
const PSEUDO_LANGUAGES = {
  'en-xa': { name: 'Àççéñţš', numbers: 'en', dates: 'en-GB', dir: 'ltr' },
  'ar-xb': { name: 'Right to left', numbers: 'en', dates: 'en-GB', dir: 'rtl' },
} as const satisfies Record<string, LanguageRow>;

const ALL: Record<string, LanguageRow> = { ...LANGUAGES, ...PSEUDO_LANGUAGES };

export type Language = keyof typeof LANGUAGES | keyof typeof PSEUDO_LANGUAGES;

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(ALL, text);

/** All of them, with those for tests. */
export const ALL_LANGUAGES = Object.keys(ALL) as Language[];

export const describeLanguage = (language: Language): LanguageRow => ALL[language]!;

/** What a site says about languages: its own, and all it offers. */
export interface SiteLanguages {
  language?: Language;
  languages?: Language[];
}

/** The languages of a site, its own first. */
export const offeredLanguages = ({ language = 'en', languages = [] }: SiteLanguages): Language[] => [...new Set([language, ...languages])];

const PREFIX = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=[/?]|$)/;

/** Splits an address: the language it begins with, if it names one, and the rest. */
export const splitLanguage = (address: string): { language: Language | null; rest: string } => {
  const [prefix, name] = PREFIX.exec(address) ?? [];
  if (!prefix || !isLanguage(name)) return { language: null, rest: address };
  const rest = address.slice(prefix.length);
  return { language: name, rest: rest.startsWith('/') ? rest : `/${rest}` };
};
