import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const PEOPLE_REFUSALS = refusals(404, { founder_not_found: 'No founder has this slug. Find them with list_founders.' });

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof PEOPLE_REFUSALS, RefusalText> {}
}
