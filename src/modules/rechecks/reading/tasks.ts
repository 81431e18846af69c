import { parserTask } from '../../../kernel/parsing/task.ts';
import type { EvidenceQuote } from '../../extraction/proposal.ts';
import type { PlanPrice } from '../../extraction/propose/plans.ts';
import { SITE_BYTES, type SitePages } from '../../extraction/tasks.ts';

/** A quote of a listing, with its context once it has been read again. */
export interface FactQuote extends EvidenceQuote {
  prefix?: string;
  suffix?: string;
  /** Whether the last reading did not find it. */
  missing?: boolean;
}

/** A value of a listing with its quotes. The path is its key in the listing's evidence: `city`, `socials.x`, `attributes.sso`. */
export interface Fact {
  path: string;
  value: unknown;
  quotes: FactQuote[];
}

/** What became of a quote. The value of a fact may have changed only if a quote is `changed`. */
export type QuoteState = 'confirmed' | 'moved' | 'reworded' | 'changed' | 'gone' | 'unreadable';

/** A quote with its context. */
export type LocatedText = Required<Omit<FactQuote, 'missing'>>;

export interface QuoteReading extends LocatedText {
  state: QuoteState;
}

export interface FactReading {
  path: string;
  /** In the order of the fact's quotes. */
  quotes: QuoteReading[];
  /** Whether the value still follows from what the website says. */
  holds: boolean;
  /** Another value that the website states instead. */
  change: { value: unknown; quotes: LocatedText[] } | null;
}

export interface SiteReading extends SitePages {
  facts: Fact[];
  /** Addresses of quotes that the website no longer has, and those that could not be read now. */
  missing: string[];
  unreadable: string[];
  /** Only look for the quotes, because not all pages are at hand. */
  locate_only?: boolean;
}

const MB = 1024 * 1024;
const LIMITS = { cpu_ms: 10_000, wall_ms: 90_000, long: true, input_bytes: SITE_BYTES + MB };

/** Compares a listing's facts with the pages of its website, and reads the prices of its plans. */
export const reread_facts = parserTask<SiteReading, { facts: FactReading[]; plans: PlanPrice[] }>('reread_facts', LIMITS);
