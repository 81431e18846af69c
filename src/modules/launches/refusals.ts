import type { RefusalText } from '../../kernel/refusals.ts';

export const LAUNCH_REFUSALS = {
  badge_not_found: {
    status: 404,
    title: 'Badge not found',
    detail: 'There is no badge of this kind. get_badges names those a listing has.',
  },
  launch_week_not_found: {
    status: 404,
    title: 'Launch week not found',
    detail: 'Ask for this, next or last, or for a date from the first launch on this site to a year ahead.',
  },
  launch_already_chosen: {
    status: 400,
    title: 'Launch already chosen',
    detail: 'Only a listing that is saved and not published can be queued. get_my_listing shows how it stands.',
  },
  weeks_full: { status: 400, title: 'Weeks full', detail: 'No launch week has room. Write to the team of the site.' },
  listing_moved_on: {
    status: 400,
    title: 'Listing moved on',
    detail: 'Somebody changed this listing meanwhile. Look at it again.',
  },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof LAUNCH_REFUSALS, RefusalText> {}
}
