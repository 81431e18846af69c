import type { OwnListing } from './schema.ts';

export type Unadvised = Omit<OwnListing, 'warnings' | 'next_steps'>;

/** The two ways to publish a listing that is saved. */
export const adviseOnPublishing = (listing_id: number): string[] => [
  `Publish it for free with choose_free_listing and the listing_id ${listing_id}: it is queued for a launch week and goes live once our badge is on the homepage.`,
  'Or publish it with create_checkout and the product launch: a person pays on the page it names.',
];

/** What the owner of a listing can do next, by its status. */
const NEXT_STEPS: Record<OwnListing['status'], (listing: Unadvised) => string[]> = {
  draft: ({ id }) => adviseOnPublishing(id),
  awaiting_badge: ({ launch_week_on }) => [
    `Put the badge (badge.embed_html) on the homepage before ${launch_week_on}. It is checked by itself at badge.next_check_at; get_my_listing shows what was seen.`,
  ],
  scheduled: ({ launch_week_on }) => [
    `Nothing is left to do: it goes live on ${launch_week_on}. Edits with update_my_listing are possible.`,
  ],
  live: ({ slug, verified }) => [
    'Tell its followers what is new with post_listing_update.',
    ...(verified ? [] : [`Prove that its domain is yours with claim_listing and the slug ${slug}, for the Verified badge.`]),
  ],
  removed: ({ removal_reason }) => [
    `The team of the site removed it${removal_reason ? `: ${removal_reason}` : '.'} A person can write to them on the site.`,
  ],
};

export const adviseOnOwnListing = (listing: Unadvised): string[] => NEXT_STEPS[listing.status](listing);
