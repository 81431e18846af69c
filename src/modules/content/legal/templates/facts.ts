import type { Site } from '../../../../kernel/context.ts';
import { KNOWN_BROWSER_TTL_MS, SESSION_TTL_MS } from '../../../accounts/rules.ts';
import type { Seller } from '../../../orders/quote/seller.ts';
import type { LegalKind } from '../kinds.ts';

/** What a deployment does, as far as it matters for the legal pages. */
export interface LegalFacts {
  site: Site;
  seller: Seller | null;
  /** Names of providers that people can sign in with. */
  providers: string[];
  pays_by: 'stripe' | 'test' | null;
  has_model: boolean;
  checks_vat: boolean;
}

/** How many days personal data is kept, by table. The same as the rules of retention, which a test compares. */
export const RETENTION_DAYS = {
  mails: 30,
  notifications: 365,
  vote_origins: 90,
  contact_messages: 730,
  drafts: 365,
  api_keys: 365,
} as const;

/** What the tables of RETENTION_DAYS contain, in words. */
type RetentionTexts = Record<keyof typeof RETENTION_DAYS, string>;

/** Says of each table how long its rows are kept. */
export const describeRetention = (texts: RetentionTexts, days: string): string[] =>
  Object.entries(RETENTION_DAYS).map(([table, number]) => `${texts[table as keyof RetentionTexts]}: ${number} ${days}.`);

/** First texts of the legal pages in one language. `[[…]]` is what the team has to fill in. */
export type LegalTemplates = Record<LegalKind, { title: string; write(facts: LegalFacts): string }>;

const DAY_MS = 86_400_000;

export const SESSION_DAYS = Math.round(SESSION_TTL_MS / DAY_MS);
export const KNOWN_BROWSER_DAYS = Math.round(KNOWN_BROWSER_TTL_MS / DAY_MS);

/** A Markdown list of the lines that apply. */
export const list = (lines: (string | false)[]): string => lines.flatMap((line) => (line ? [`- ${line}`] : [])).join('\n');

/** Lines of an address: Markdown breaks a line after two spaces. */
const joinLines = (lines: string[]): string => lines.join('  \n');

/** Name and address of the seller, or the places to fill them in. */
export const operatorOf = ({ seller, site }: LegalFacts, blanks: string[]): string =>
  seller
    ? joinLines([seller.name, ...seller.lines, new Intl.DisplayNames(site.language ?? 'en', { type: 'region' }).of(seller.country)!])
    : joinLines(blanks.map((blank) => `[[${blank}]]`));
