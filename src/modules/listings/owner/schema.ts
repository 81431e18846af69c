import {
  Count,
  Day,
  Id,
  Instant,
  ListOf,
  Named,
  NextSteps,
  Nullable,
  OneOf,
  PAGING,
  RequiredText,
  type Static,
  Strict,
  T,
  Text,
  Texts,
  type TSchema,
  Uuid,
  Warnings,
} from '../../../kernel/schema.ts';
import { CategoryLink } from '../../catalog/schema.ts';
import {
  BadgeStatus,
  Faq,
  LISTING_STATUSES,
  Listing,
  MAX_FAQS,
  MAX_FEATURES,
  Milestone,
  Picture,
  PRICING_MODELS,
  propertiesOf,
  SOCIAL_PLATFORMS,
  STAGES,
  STORY_SECTIONS,
  STORY_TEXTS,
  Story,
  Update,
} from '../schema.ts';

export const OwnListingState = OneOf([...LISTING_STATUSES], {
  title: 'ListingStatus',
  description:
    'draft: saved, not published; awaiting_badge: queued, waits for the badge; scheduled: goes live in its launch week; live; removed by the site team.',
});

const OWN_SUMMARY_FIELDS = {
  id: T.Integer({ description: 'The listing_id that other operations take.' }),
  slug: T.String({ description: 'Slug, used in its URL.' }),
  name: T.String({ description: 'The product’s name.' }),
  status: OwnListingState,
  plan: Nullable(OneOf(['free', 'paid']), { description: 'How it is published; null until that is chosen.' }),
  primary_category: Nullable(CategoryLink, { description: 'Its primary category.' }),
  launch_week_on: Nullable(Day(), { description: 'Monday of its launch week; null until it has one.' }),
  launched_at: Nullable(Instant(), { description: 'When it went live; null before.' }),
  website: T.String({ description: 'The product’s own site.' }),
  url: T.String({ description: 'Its page on the site.' }),
  draft_id: Nullable(Uuid('The draft.'), { description: 'The draft it was made from; null for a claimed listing.' }),
  created_at: Instant('When it was first saved.'),
  updated_at: Instant('When it was last edited.'),
};

export const OwnSummary = Named('OwnListingCard', OWN_SUMMARY_FIELDS);
export type OwnSummary = Static<typeof OwnSummary>;
export const OwnListingPage = ListOf(OwnSummary);
export const ListOwnListings = Strict({
  status: T.Optional({ ...OwnListingState, description: 'Only listings in this status.' }),
  ...PAGING,
});
export type ListOwnListings = Static<typeof ListOwnListings>;

/** How much of a record an operation answers with. */
export const View = T.Optional(
  Nullable(OneOf(['full', 'status']), { description: 'full (default), or status: only its state and next steps.' }),
);
export type View = Static<typeof View>;

/** The full record, or its status where the caller asks for that view. MCP wants an object. */
export const withStatusView = <F extends TSchema, S extends TSchema>(full: F, status: S) => T.Union([full, status], { type: 'object' });

export const ListingIdInput = { listing_id: Id('Your listing, from list_my_listings.') };
export const GetOwnListing = Strict({ ...ListingIdInput, view: View });
export type GetOwnListing = Static<typeof GetOwnListing>;

export const OwnListing = Named('OwnListing', {
  ...OWN_SUMMARY_FIELDS,
  removal_reason: Nullable(T.String(), { description: 'Why the site team removed it; null if they did not.' }),
  verified: T.Boolean({ description: 'Whether you verified that you own its domain.' }),
  unlocked_sections: T.Array(OneOf(['story', 'milestones', 'media']), { description: 'Paid sections that its page shows.' }),
  badge: Nullable(BadgeStatus, { description: 'The badge of the free plan; null where no badge is needed.' }),
  story: Nullable(Story, { description: 'As saved, even if it is not shown.' }),
  milestones: T.Array(Milestone, { description: 'All of them, even if not shown.' }),
  media: T.Array(Picture, { description: 'All of them, even if not shown.' }),
  content: Named(
    'OwnListingContent',
    { ...Listing.properties, status: OwnListingState },
    { description: 'The public content, as get_listing shows it.' },
  ),
  warnings: Warnings,
  next_steps: NextSteps,
});
export type OwnListing = Static<typeof OwnListing>;

const { slug, status, plan, launch_week_on, url, updated_at } = OWN_SUMMARY_FIELDS;
const { badge, warnings, next_steps } = OwnListing.properties;
export const OwnListingStatus = Named('OwnListingStatus', {
  listing_id: T.Integer({ description: 'Your listing.' }),
  slug,
  status,
  plan,
  launch_week_on,
  badge,
  warnings,
  next_steps,
  url,
  updated_at,
});
export type OwnListingStatus = Static<typeof OwnListingStatus>;

export const EditedListing = Named('EditedListing', {
  ...OwnListing.properties,
  applied_to: T.Array(T.String(), { description: 'Keys of other sites where it was changed too.' }),
});
export type EditedListing = Static<typeof EditedListing>;

const optional = <S extends TSchema>(schema: S, description: string) => T.Optional(Nullable(schema, { description }));

export const OwnFields = Strict({
  name: optional(Text(200), 'The product’s name.'),
  tagline: optional(Text(200), 'One line that says what it does.'),
  short_description: optional(Text(300), 'Two sentences for lists and search.'),
  description: optional(Text(20000), 'What it does, for whom, and how. Plain text.'),
  stage: optional(Text(40), `One of ${STAGES.join(', ')}.`),
  categories: optional(
    Texts(20, 200),
    'Names or slugs from list_categories. Only the first is set, as primary; others are bought as extra_categories.',
  ),
  tags: optional(Texts(20, 200), 'A few words people filter by.'),
  pricing_model: optional(Text(40), `One of ${PRICING_MODELS.join(', ')}.`),
  pricing_summary: optional(Text(300), 'Plans and prices in one line.'),
  country: optional(Text(2), 'Two-letter country code of the company, such as DE.'),
  city: optional(Text(120), 'The company’s city.'),
  founded_year: optional(T.Integer({ minimum: 1800, maximum: 2100 }), 'Year the company or product started, such as 2024.'),
  demo_video_url: optional(Text(500), 'URL of a demo video.'),
  logo_url: optional(Text(500), 'URL of the logo.'),
  contact_email: optional(Text(254), 'Public contact email address.'),
  features: optional(Texts(MAX_FEATURES, 200), 'Features, one per item. Replaces the list.'),
  usps: optional(Texts(20, 200), 'What sets it apart. Replaces the list.'),
  keywords: optional(Texts(20, 200), 'Words that describe it. Replaces the list.'),
  headline: optional(Text(200), 'Heading over the description; without it “About <name>”.'),
  summary: optional(Text(20000), 'Summary at the top of its page.'),
  seo_title: optional(Text(200), 'Title for search engines.'),
  seo_description: optional(Text(320), 'Description for search engines.'),
});

/** The form in which each network's link is wanted. */
export const SOCIAL_FORMS: Record<(typeof SOCIAL_PLATFORMS)[number], string> = {
  linkedin: 'https://www.linkedin.com/company/acme, company/acme or in/ada',
  x: 'https://x.com/acme or @acme',
  facebook: 'https://www.facebook.com/acme or @acme',
  instagram: 'https://www.instagram.com/acme or @acme',
  tiktok: 'https://www.tiktok.com/@acme or @acme',
  youtube: 'https://www.youtube.com/@acme or @acme',
  threads: 'https://www.threads.net/@acme or @acme',
  pinterest: 'https://www.pinterest.com/acme or @acme',
  github: 'https://github.com/acme or @acme',
  reddit: 'https://www.reddit.com/r/acme, r/acme, u/ada or @ada',
  producthunt: 'https://www.producthunt.com/products/acme or @ada for a person',
  medium: 'https://medium.com/@acme or @acme',
  website: 'any address, such as https://blog.acme.example',
  custom: 'any address, such as https://forum.acme.example',
};

/** Values of attributes as they are sent, by key. Each is checked by its attribute's kind, which depends on the categories. */
export const AttributesInput = optional(
  T.Record(T.String(), T.Unknown(), { maxProperties: 100 }),
  'Facts by key, as get_category has them: true, 20, "9 USD/month", ["macOS"] or a text. Only those sent change.',
);

/** Links as they are sent: an address, or a handle where the network makes it unambiguous. */
export const SocialsInput = (description: string) =>
  Named(
    'Socials',
    propertiesOf(SOCIAL_PLATFORMS, (platform) => T.Optional(Nullable(Text(500), { description: SOCIAL_FORMS[platform] }))),
    { description },
  );

export const UpdateOwnListing = Strict({
  ...ListingIdInput,
  fields: optional(OwnFields, 'New values. Left out or null: unchanged; remove_fields removes one.'),
  remove_fields: optional(
    T.Array(RequiredText(60), { maxItems: 60 }),
    'Values to remove: fields, socials.<network>, attributes.<key>. E.g. ["city", "socials.x"].',
  ),
  socials: optional(SocialsInput('Network to link.'), 'Addresses or @names. Replaces all: resend those to keep.'),
  faqs: optional(T.Array(Faq, { maxItems: MAX_FAQS }), 'Replaces all; [] removes all.'),
  attributes: AttributesInput,
  apply_to: optional(
    T.Array(RequiredText(40), { maxItems: 50 }),
    '["all"] or keys of sites: writes headline, summary and SEO fields to the same company’s listings there, too.',
  ),
  view: View,
});
export type UpdateOwnListing = Static<typeof UpdateOwnListing>;

export const PostUpdate = Strict({
  ...ListingIdInput,
  title: RequiredText(200, 'What is new; one line.'),
  body: RequiredText(5000, 'Plain text.'),
});
export type PostUpdate = Static<typeof PostUpdate>;
export const PostedUpdate = Named('PostedUpdate', {
  ...Update.properties,
  listing_id: T.Integer({ description: 'The listing it is about.' }),
  followers_told: Count('Number of followers notified.'),
  warnings: Warnings,
  next_steps: NextSteps,
});
export type PostedUpdate = Static<typeof PostedUpdate>;

/** A milestone as it is sent, on a listing and on a draft. */
export const MilestoneInput = Named('NewMilestone', {
  date: Day('The day it happened, YYYY-MM-DD.'),
  title: RequiredText(200, 'What happened.'),
  description: optional(Text(2000), 'Details.'),
  url: optional(T.String({ maxLength: 500, pattern: '^https://' }), 'An https link about it.'),
});
export const AddMilestone = Strict({ ...ListingIdInput, ...MilestoneInput.properties });
export type AddMilestone = Static<typeof AddMilestone>;
export const AddedMilestone = Named('AddedMilestone', {
  ...Milestone.properties,
  listing_id: T.Integer({ description: 'The listing it was added to.' }),
  warnings: Warnings,
});
export type AddedMilestone = Static<typeof AddedMilestone>;
export const DeleteMilestone = Strict({ ...ListingIdInput, milestone_id: Id('The milestone, from get_my_listing.') });
export const DeletedMilestone = Named('DeletedMilestone', {
  deleted: T.Boolean({ description: 'Always true.' }),
  milestone_id: T.Integer({ description: 'The deleted milestone.' }),
});

export const SetStory = Strict({
  ...ListingIdInput,
  ...propertiesOf(STORY_SECTIONS, (section) => optional(Text(section === 'title' ? 200 : 8000), STORY_TEXTS[section])),
});
export type SetStory = Static<typeof SetStory>;
