import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const MODERATION_REFUSALS = {
  ...refusals(400, { inbox_settled: msg('Someone has already decided about all of these. Reload the page.') }),
  ...refusals(400, { edit_overwritten: msg('The listing was changed again after this edit. Check the newer edits first.') }),
  ...refusals(404, {
    report_not_found: msg('Someone has already decided about these reports.'),
    reply_not_found: msg('This reply no longer exists. Choose another one.'),
    act_not_found: msg('This action isn’t in the site’s log.'),
    job_not_found: msg('There is no failed job with this number. Someone may have retried it already.'),
  }),
};
