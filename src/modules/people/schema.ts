import { Address, Country, ListOf, Named, Nullable, PAGING, Slug, type Static, Strict, T, Text } from '../../kernel/schema.ts';

const FounderCompany = Named('FounderCompany', {
  slug: T.String({ description: 'Slug of the listing.' }),
  name: T.String({ description: 'Name of the product.' }),
  title: Nullable(T.String(), { description: 'Their role, such as Founder; null if unknown.' }),
  url: Address('Page of the listing.'),
});

export const FounderSummary = Named('FounderCard', {
  slug: T.String({ description: 'Slug, used in their URL.' }),
  name: T.String({ description: 'Their name.' }),
  country: Nullable(T.String(), { description: 'ISO 3166-1 alpha-2; null if unknown.' }),
  photo_url: Nullable(Address('Their picture.'), { description: 'Their picture; null if there is none.' }),
  companies: T.Array(FounderCompany, { description: 'Their live listings.' }),
  url: Address('Their page on the site.'),
});
export type FounderSummary = Static<typeof FounderSummary>;

const PublishedStory = Named('PublishedStory', {
  listing_slug: T.String({ description: 'Slug of the listing it is about.' }),
  listing_name: T.String({ description: 'Name of the product.' }),
  title: Nullable(T.String(), { description: 'Title of the story; null if it has none.' }),
  excerpt: Nullable(T.String(), { description: 'Its first words; null if it has no text.' }),
  url: Address('Link to the full story.'),
});

export const Founder = Named('Founder', {
  ...FounderSummary.properties,
  bio: Nullable(T.String(), { description: 'About them; null if nothing was written.' }),
  socials: T.Record(T.String(), T.String(), { description: 'Platform, such as linkedin or github, to link.' }),
  stories: T.Array(PublishedStory, { description: 'Founder stories on their listings.' }),
});
export type Founder = Static<typeof Founder>;

export const ListFounders = Strict({
  q: T.Optional(Text(120, 'Part of the name.')),
  country: T.Optional(Country('Founder’s country, e.g. DE.')),
  ...PAGING,
});
export type ListFounders = Static<typeof ListFounders>;
export const FounderPage = ListOf(FounderSummary);
export const GetFounder = Strict({ slug: Slug('Founder slug.') });
