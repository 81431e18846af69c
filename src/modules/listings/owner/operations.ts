import { memberRead, memberWrite } from '../../../kernel/operation.ts';
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

const tag = 'My listings';

export const list_my_listings = memberRead({
  id: 'list_my_listings',
  path: '/me/listings',
  tag,
  summary: 'Your listings in any status',
  description:
    'Lists the listings you own in any status, newest first, with plan and launch week. Use it to find a listing_id; get_my_listing returns one in full. Everyone’s public listings are in search_listings; unsubmitted drafts in list_my_drafts.',
  input: ListOwnListings,
  output: OwnListingPage,
  example: {},
  handler: listOwnListings,
});

export const get_my_listing = memberRead({
  id: 'get_my_listing',
  path: '/me/listings/{listing_id}',
  refusals: ['listing_not_found'],
  tag,
  summary: 'One of your listings, with status and plan',
  description:
    'Returns one of your listings: status (draft, awaiting_badge, scheduled, live, removed), plan, launch week, badge, unlocked paid sections and all content, with milestone ids and story. view=status is short: use it to see whether it went live or the badge was found. For what visitors see use get_listing; for evidence behind the values get_draft.',
  input: GetOwnListing,
  output: withStatusView(OwnListing, OwnListingStatus),
  example: { listing_id: 1 },
  handler: getOwnListing,
});

export const update_my_listing = memberWrite({
  id: 'update_my_listing',
  method: 'PATCH',
  path: '/me/listings/{listing_id}',
  refusals: ['listing_not_found', 'required_value'],
  access: 'listings:write',
  tag,
  summary: 'Edit your listing',
  description:
    'Edits your listing and returns it: send only what changes. Edits of a public listing are visible at once; old values can be restored on the website. fields sets values, remove_fields removes; what you leave out stays. Lists, faqs and socials are replaced whole; attributes are merged. apply_to also changes your listings on other sites: ask your user first. If made from a draft, the draft follows; to merge socials, set founders, or lock, restore or redraft values use update_draft. Story: set_founder_story; timeline: add_milestone; news: post_listing_update.',
  input: UpdateOwnListing,
  output: withStatusView(EditedListing, OwnListingStatus),
  example: { listing_id: 1, fields: { tagline: 'Books that close themselves' }, view: 'status' },
  handler: updateOwnListing,
});

export const post_listing_update = memberWrite({
  id: 'post_listing_update',
  method: 'POST',
  path: '/me/listings/{listing_id}/updates',
  refusals: ['listing_not_found'],
  access: 'listings:write',
  status: 201,
  tag,
  summary: 'Post an update and notify followers',
  description:
    'Posts an update on your listing and the latest-updates page and notifies followers by email and on the site: ask your user first. Cannot be undone. If the listing is not public, it is saved; nobody is notified. At most 10 a day. Returns the item. Dated event: add_milestone; profile: update_my_listing.',
  input: PostUpdate,
  output: PostedUpdate,
  location: ({ listing_id }) => `/me/listings/${listing_id}`,
  example: { listing_id: 1, title: 'Bank feeds for Portugal', body: 'Three banks are supported from today.' },
  before: limitUpdates,
  handler: postUpdate,
});

export const add_milestone = memberWrite({
  id: 'add_milestone',
  method: 'POST',
  path: '/me/listings/{listing_id}/milestones',
  refusals: ['listing_not_found', 'required_value', 'too_many_milestones'],
  access: 'listings:write',
  status: 201,
  tag,
  summary: 'Add a milestone',
  description:
    'Adds one dated event (first customer, funding, a release) to your listing’s timeline. The timeline is public on paid listings or where the section is unlocked; otherwise it is saved and not shown. To correct one, delete_milestone and add it again; to replace all use milestones of update_draft. To tell followers something, use post_listing_update.',
  input: AddMilestone,
  output: AddedMilestone,
  location: ({ listing_id }) => `/me/listings/${listing_id}`,
  example: { listing_id: 1, date: '2026-03-02', title: 'First paying customer' },
  handler: addMilestone,
});

export const delete_milestone = memberWrite({
  id: 'delete_milestone',
  method: 'DELETE',
  path: '/me/listings/{listing_id}/milestones/{milestone_id}',
  refusals: ['listing_not_found', 'milestone_not_found'],
  access: 'listings:write',
  tag,
  summary: 'Delete a milestone',
  description:
    'Deletes one milestone of your listing for good; it can only be added again with add_milestone. get_my_listing shows the ids. A repeated call is 404.',
  input: DeleteMilestone,
  output: DeletedMilestone,
  example: { listing_id: 1, milestone_id: 1 },
  handler: deleteMilestone,
});

export const set_founder_story = memberWrite({
  id: 'set_founder_story',
  method: 'PUT',
  path: '/me/listings/{listing_id}/story',
  refusals: ['listing_not_found'],
  access: 'listings:write',
  tag,
  summary: 'Write the founder story',
  description:
    'Writes your listing’s founder story. Replaces it: sections you leave out are removed for good, so send all you want to keep (get_my_listing has them). Without any section nothing changes. Use the founder’s own words only. Public where unlocked by a paid launch, otherwise saved, not shown. With a draft, story of update_draft changes single sections. For questions use answer_interview.',
  input: SetStory,
  output: Story,
  example: { listing_id: 1, title: 'Why we count twice' },
  handler: setStory,
});
