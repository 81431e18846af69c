import {
  Count,
  Day,
  Id,
  Instant,
  ListOf,
  Nullable,
  OneOf,
  RequiredText,
  type Static,
  Strict,
  T,
  Text,
  Texts,
} from '../../../kernel/schema.ts';
import {
  BadgeStatus,
  Faq,
  LISTING_STATUSES,
  Listing,
  Milestone,
  Picture,
  propertiesOf,
  Socials,
  STORY_SECTIONS,
  Story,
  Update,
} from '../schema.ts';

const OWN_SUMMARY_FIELDS = {
  id: T.Integer(),
  slug: T.String(),
  name: T.String(),
  status: OneOf([...LISTING_STATUSES]),
  plan: Nullable(OneOf(['free', 'paid'])),
  launch_week_on: Nullable(Day('Monday of its launch week.')),
  launched_at: Nullable(Instant()),
  website: T.String(),
  url: T.String(),
  created_at: Instant(),
  updated_at: Instant(),
};

export const OwnSummary = Strict(OWN_SUMMARY_FIELDS);
export type OwnSummary = Static<typeof OwnSummary>;
export const OwnListingPage = ListOf(OwnSummary);
export const ListingIdInput = { listing_id: Id('Your listing.') };
export const GetOwnListing = Strict(ListingIdInput);

export const OwnListing = Strict({
  ...OWN_SUMMARY_FIELDS,
  removal_reason: Nullable(T.String()),
  verified: T.Boolean({ description: 'Whether you have proved that its domain is yours; claim_listing says how.' }),
  unlocked_sections: T.Array(OneOf(['story', 'milestones', 'media'])),
  badge: Nullable(BadgeStatus, { description: 'The badge of the free plan; null where no badge is needed.' }),
  story: Nullable(Story, { description: 'As written, whether it is shown or not.' }),
  milestones: T.Array(Milestone, { description: 'All of them, whether they are shown or not.' }),
  media: T.Array(Picture, { description: 'All of them, whether they are shown or not.' }),
  content: Strict(
    { ...Listing.properties, status: OneOf([...LISTING_STATUSES]) },
    { description: 'The public content, as get_listing shows it.' },
  ),
});
export type OwnListing = Static<typeof OwnListing>;

export const EditedListing = Strict({
  ...OwnListing.properties,
  applied_to: T.Array(T.String(), { description: 'Keys of the other sites on which the same company’s listing was written, too.' }),
});
export type EditedListing = Static<typeof EditedListing>;

export const OwnFields = Strict({
  tagline: T.Optional(Text(200)),
  short_description: T.Optional(Text(300)),
  description: T.Optional(Text(20000)),
  pricing_model: T.Optional(Text(40)),
  pricing_summary: T.Optional(Text(300)),
  country: T.Optional(Text(2)),
  city: T.Optional(Text(120)),
  founded_year: T.Optional(Nullable(T.Integer({ minimum: 1800, maximum: 2100 }))),
  demo_video_url: T.Optional(Text(500)),
  contact_email: T.Optional(Text(254)),
  features: T.Optional(Texts(20, 200)),
  usps: T.Optional(Texts(20, 200)),
  keywords: T.Optional(Texts(20, 200)),
  headline: T.Optional(Text(200)),
  summary: T.Optional(Text(20000)),
  seo_title: T.Optional(Text(200)),
  seo_description: T.Optional(Text(320)),
});

export const UpdateOwnListing = Strict({
  ...ListingIdInput,
  fields: T.Optional(OwnFields),
  socials: T.Optional(Socials),
  faqs: T.Optional(T.Array(Faq, { maxItems: 10, description: 'Replaces all.' })),
  apply_to: T.Optional(
    T.Array(RequiredText(40), {
      maxItems: 50,
      description:
        '["all"] or site keys: writes the headline, summary and SEO fields of this call to the same company’s listings on other sites too.',
    }),
  ),
});
export type UpdateOwnListing = Static<typeof UpdateOwnListing>;

export const PostUpdate = Strict({ ...ListingIdInput, title: RequiredText(200), body: RequiredText(5000, 'Plain text.') });
export type PostUpdate = Static<typeof PostUpdate>;
export const PostedUpdate = Strict({
  ...Update.properties,
  listing_id: T.Integer(),
  followers_told: Count('How many followers are being told.'),
});
export type PostedUpdate = Static<typeof PostedUpdate>;

export const AddMilestone = Strict({
  ...ListingIdInput,
  date: Day('YYYY-MM-DD.'),
  title: RequiredText(200),
  description: T.Optional(Text(2000)),
  url: T.Optional(T.String({ maxLength: 500, pattern: '^https://', description: 'An https link.' })),
});
export type AddMilestone = Static<typeof AddMilestone>;
export const DeleteMilestone = Strict({ ...ListingIdInput, milestone_id: Id('The milestone.') });
export const DeletedMilestone = Strict({ deleted: T.Boolean(), milestone_id: T.Integer() });

export const SetStory = Strict({
  ...ListingIdInput,
  ...propertiesOf(STORY_SECTIONS, T.Optional(Text(8000))),
  title: T.Optional(Text(200)),
});
export type SetStory = Static<typeof SetStory>;
