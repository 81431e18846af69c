/** The legal pages, in the order of the footer. Their names are in their addresses. */
export const LEGAL_KINDS = {
  terms: { title: 'Terms of service', what: 'What people agree to when they sign in or buy.' },
  privacy: { title: 'Privacy policy', what: 'What happens with personal data.' },
  refunds: { title: 'Refund policy', what: 'When buyers get their money back.' },
  imprint: { title: 'Imprint', what: 'Who runs this site and how to reach them.' },
} as const;

export type LegalKind = keyof typeof LEGAL_KINDS;

export const isLegalKind = (name: string): name is LegalKind => Object.hasOwn(LEGAL_KINDS, name);

/** What the person who writes a page has to fill in: `[[Your name]]`. */
const PLACEHOLDER = /\[\[[^[\]\n]{1,120}\]\]/g;

export const placeholdersIn = (text: string): string[] => [...new Set(text.match(PLACEHOLDER) ?? [])];
