import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const RECHECK_REFUSALS = refusals(404, {
  fact_change_not_found: msg('This change was decided before, or the website changed again. Reload the page.'),
});
