import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const LAUNCH_REFUSALS = {
  ...refusals(400, {
    launch_already_chosen: 'Only a listing that is saved and not published can be queued. get_my_listing shows how it stands.',
    weeks_full: 'No launch week has room. Write to the team of the site.',
    listing_moved_on: 'Somebody changed this listing meanwhile. Look at it again.',
  }),
  ...refusals(404, {
    badge_not_found: 'There is no badge of this kind. get_badges names those a listing has.',
  }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof LAUNCH_REFUSALS, RefusalText> {}
}
