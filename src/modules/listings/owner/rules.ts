import { UNREACHABLE } from '../states.ts';
import type { OwnListing } from './schema.ts';

export type Unadvised = Omit<OwnListing, 'warnings' | 'next_steps'>;

/** The two ways to publish a listing that is saved. */
export const adviseOnPublishing = (listing_id: number): string[] => [
  `Publish it for free with choose_free_listing and the listing_id ${listing_id}: it joins the queue for a launch week and goes live once our badge is on the homepage.`,
  'Or buy launch with create_checkout: a person pays on the page it returns.',
];

/** What the owner of a listing can do next, by its status. */
const NEXT_STEPS: Record<OwnListing['status'], (listing: Unadvised) => string[]> = {
  draft: ({ id }) => adviseOnPublishing(id),
  awaiting_badge: ({ launch_week_on }) => [
    `Add the badge (badge.embed_html) to the homepage before ${launch_week_on}. We check automatically at badge.next_check_at; get_my_listing shows what we found.`,
  ],
  scheduled: ({ launch_week_on }) => [
    `Nothing left to do: it goes live on ${launch_week_on}. You can still edit it with update_my_listing.`,
  ],
  live: ({ slug, verified }) => [
    'Tell followers what’s new with post_listing_update.',
    ...(verified ? [] : [`Verify that you own its domain with claim_listing and the slug ${slug} to get the Verified badge.`]),
  ],
  removed: ({ removal_reason }) => [
    removal_reason === UNREACHABLE
      ? 'It is hidden because its website doesn’t answer. It comes back by itself when the website answers again.'
      : `The site’s team removed it${removal_reason ? `: ${removal_reason}` : '.'} A person can contact them on the site.`,
  ],
};

export const adviseOnOwnListing = (listing: Unadvised): string[] => NEXT_STEPS[listing.status](listing);
