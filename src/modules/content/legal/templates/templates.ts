import type { Language } from '../../../../kernel/language/languages.ts';
import type { LegalKind } from '../kinds.ts';
import { ENGLISH } from './english.ts';
import type { LegalFacts, LegalTemplates } from './facts.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';

const TEMPLATES: Partial<Record<Language, LegalTemplates>> = { de: GERMAN, es: SPANISH };

/** A first text of a legal page in the site's language, with what this deployment does and with places to fill in. */
export const writeTemplate = (kind: LegalKind, facts: LegalFacts): { title: string; body_markdown: string } => {
  const { title, write } = (TEMPLATES[facts.site.language ?? 'en'] ?? ENGLISH)[kind];
  return { title, body_markdown: write(facts) };
};
