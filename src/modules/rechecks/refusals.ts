import { msg } from '../../kernel/language/messages.ts';
import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const RECHECK_REFUSALS = refusals(404, {
  fact_change_not_found: msg('This change was decided before, or the website changed again. Reload the page.'),
});

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof RECHECK_REFUSALS, RefusalText> {}
}
