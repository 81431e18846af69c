import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const LAUNCH_REFUSALS = {
  ...refusals(400, { approval_settled: msg('Someone has already decided about this listing, or it is being changed. Reload the page.') }),
  ...refusals(400, {
    launch_already_chosen: msg('Only a saved listing that isn’t published yet can join the queue. get_my_listing shows its status.'),
    weeks_full: msg('All launch weeks are full. Contact the site’s team.'),
    listing_moved_on: msg('Someone else changed this listing in the meantime. Reload and try again.'),
  }),
  ...refusals(404, {
    badge_not_found: 'There is no badge of this kind. get_badges shows the ones a listing has.',
    credential_not_found: 'There is no credential here. Awards get theirs within an hour after the end of a week.',
  }),
};
