import { operation } from '../../../kernel/operation.ts';
import { limitUpdates, postUpdate } from '../follows/updates.ts';
import { Story } from '../schema.ts';
import { addMilestone, deleteMilestone, setStory, updateOwnListing } from './edit.ts';
import { getOwnListing, listOwnListings } from './listings.ts';
import {
  AddedMilestone,
  AddMilestone,
  DeletedMilestone,
  DeleteMilestone,
  EditedListing,
  GetOwnListing,
  ListOwnListings,
  OwnListing,
  OwnListingPage,
  OwnListingStatus,
  PostedUpdate,
  PostUpdate,
  SetStory,
  UpdateOwnListing,
  withStatusView,
} from './schema.ts';

const tag = 'Own listings';

export const list_my_listings = operation({
  id: 'list_my_listings',
  method: 'GET',
  path: '/me/listings',
  access: 'account:read',
  status: 200,
  tag,
  summary: 'Your listings in any status',
  description: 'All listings you own, newest first. get_my_listing gives one whole.',
  input: ListOwnListings,
  output: OwnListingPage,
  example: {},
  handler: listOwnListings,
});

export const get_my_listing = operation({
  id: 'get_my_listing',
  method: 'GET',
  path: '/me/listings/{listing_id}',
  refusals: ['listing_not_found'],
  access: 'account:read',
  status: 200,
  tag,
  summary: 'One of your listings, with status and plan',
  description: 'Status, plan, launch week, badge state, unlocked paid sections and the public content.',
  input: GetOwnListing,
  output: withStatusView(OwnListing, OwnListingStatus),
  example: { listing_id: 1 },
  handler: getOwnListing,
});

export const update_my_listing = operation({
  id: 'update_my_listing',
  method: 'PATCH',
  path: '/me/listings/{listing_id}',
  refusals: ['listing_not_found'],
  access: 'listings:write',
  status: 200,
  idempotent: true,
  tag,
  summary: 'Edit your listing',
  description:
    'Edits publish at once, are kept in the version history, and the site team sees before and after. Send only what changes: null leaves a value, remove_fields removes one; socials and faqs replace all. A draft it was made from shows the same values.',
  input: UpdateOwnListing,
  output: withStatusView(EditedListing, OwnListingStatus),
  example: { listing_id: 1, fields: { tagline: 'Books that close themselves' } },
  handler: updateOwnListing,
});

export const post_listing_update = operation({
  id: 'post_listing_update',
  method: 'POST',
  path: '/me/listings/{listing_id}/updates',
  refusals: ['listing_not_found'],
  access: 'listings:write',
  status: 201,
  idempotent: true,
  tag,
  summary: 'Post an update and tell the followers',
  description: 'Appears on the listing and the latest-updates page; followers are told. At most 10 a day for each listing.',
  input: PostUpdate,
  output: PostedUpdate,
  location: ({ listing_id }) => `/me/listings/${listing_id}`,
  example: { listing_id: 1, title: 'Bank feeds for Portugal', body: 'Three banks are supported from today.' },
  before: limitUpdates,
  handler: postUpdate,
});

export const add_milestone = operation({
  id: 'add_milestone',
  method: 'POST',
  path: '/me/listings/{listing_id}/milestones',
  refusals: ['listing_not_found', 'too_many_milestones'],
  access: 'listings:write',
  status: 201,
  idempotent: true,
  tag,
  summary: 'Add a milestone',
  description: 'Shown publicly on paid listings, or when the section is unlocked.',
  input: AddMilestone,
  output: AddedMilestone,
  location: ({ listing_id }) => `/me/listings/${listing_id}`,
  example: { listing_id: 1, date: '2026-03-02', title: 'First paying customer' },
  handler: addMilestone,
});

export const delete_milestone = operation({
  id: 'delete_milestone',
  method: 'DELETE',
  path: '/me/listings/{listing_id}/milestones/{milestone_id}',
  refusals: ['listing_not_found', 'milestone_not_found'],
  access: 'listings:write',
  status: 200,
  idempotent: true,
  tag,
  summary: 'Delete a milestone',
  description: 'Removes one milestone of your listing.',
  input: DeleteMilestone,
  output: DeletedMilestone,
  example: { listing_id: 1, milestone_id: 1 },
  handler: deleteMilestone,
});

export const set_founder_story = operation({
  id: 'set_founder_story',
  method: 'PUT',
  path: '/me/listings/{listing_id}/story',
  refusals: ['listing_not_found'],
  access: 'listings:write',
  status: 200,
  idempotent: true,
  tag,
  summary: 'Write the founder story',
  description:
    'Your own words only. Replaces the story: sections left out are deleted; without any section nothing changes. It is published with the listing where the section is unlocked.',
  input: SetStory,
  output: Story,
  example: { listing_id: 1, title: 'Why we count twice' },
  handler: setStory,
});
