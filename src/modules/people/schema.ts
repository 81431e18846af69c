import { Country, ListOf, Nullable, PAGING, Slug, type Static, Strict, T, Text } from '../../kernel/schema.ts';

export const FounderSummary = Strict({
  slug: T.String(),
  name: T.String(),
  country: Nullable(T.String()),
  photo_url: Nullable(T.String()),
  companies: T.Array(Strict({ slug: T.String(), name: T.String(), title: Nullable(T.String()), url: T.String() }), {
    description: 'Their live listings.',
  }),
  url: T.String(),
});
export type FounderSummary = Static<typeof FounderSummary>;

export const Founder = Strict({
  ...FounderSummary.properties,
  bio: Nullable(T.String()),
  socials: T.Record(T.String(), T.String(), { description: 'Platform to link.' }),
  stories: T.Array(
    Strict({
      listing_slug: T.String(),
      listing_name: T.String(),
      title: Nullable(T.String()),
      excerpt: Nullable(T.String()),
      url: T.String(),
    }),
    {
      description: 'Founder stories published on their listings.',
    },
  ),
});
export type Founder = Static<typeof Founder>;

export const ListFounders = Strict({
  q: T.Optional(Text(120, 'Part of the name.')),
  country: T.Optional(Country('ISO 3166 two letters.')),
  ...PAGING,
});
export type ListFounders = Static<typeof ListFounders>;
export const FounderPage = ListOf(FounderSummary);
export const GetFounder = Strict({ slug: Slug('Founder slug.') });
