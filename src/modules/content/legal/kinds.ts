import { msg, texts } from '../../../kernel/language/messages.ts';

/** The legal pages, in the order of the footer. Their names are in their addresses. */
export const LEGAL_KINDS = texts({
  terms: { title: msg('Terms of service'), what: msg('What people agree to when they sign in or buy.') },
  privacy: { title: msg('Privacy policy'), what: msg('What happens with personal data.') },
  refunds: { title: msg('Refund policy'), what: msg('When buyers get their money back.') },
  imprint: { title: msg('Imprint'), what: msg('Who runs this site and how to reach them.') },
});

export type LegalKind = keyof typeof LEGAL_KINDS;

export const isLegalKind = (name: string): name is LegalKind => Object.hasOwn(LEGAL_KINDS, name);

/** What the person who writes a page has to fill in: `[[Your name]]`. */
const PLACEHOLDER = /\[\[[^[\]\n]{1,120}\]\]/g;

export const placeholdersIn = (text: string): string[] => [...new Set(text.match(PLACEHOLDER) ?? [])];
