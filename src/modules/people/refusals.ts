import type { RefusalText } from '../../kernel/refusals.ts';

export const PEOPLE_REFUSALS = {
  founder_not_found: { status: 404, title: 'Founder not found', detail: 'No founder has this slug. Find them with list_founders.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof PEOPLE_REFUSALS, RefusalText> {}
}
