import { Count, Day, Named, Nullable, Slug, T, type TObject, type TSchema } from '../../kernel/schema.ts';
import type { ChangeKind } from '../changes/rules.ts';
import { AwardPage } from '../launches/schema.ts';
import { Category } from '../listings/profile/schema.ts';
import { Listing } from '../listings/schema.ts';
import { Product } from '../orders/schema.ts';
import { Founder } from '../people/schema.ts';

const without = (record: TObject, ...names: string[]): TSchema => {
  const left = Object.fromEntries(Object.entries(record.properties).filter(([name]) => !names.includes(name)));
  return Named((record as { title?: string }).title!, left);
};

const ListingSlug = Slug('Slug of the listing.');
const Award = AwardPage.properties.items.items;

/** The records of the change feed. New properties may be added at any time. */
const RECORDS: Record<ChangeKind, TSchema> = {
  category: without(Category, 'listings'),
  listing: without(Listing, 'votes', 'views', 'followers', 'comments_count'),
  founder: without(Founder),
  week: Named('Week', {
    launch_week_on: Day('Its Monday.'),
    ends_on: Day('Its Sunday.'),
    is_final: T.Boolean({ description: 'Whether the result is final.' }),
    launches_total: Count('Launches.'),
    counted_votes: Nullable(Count(), { description: 'Counted votes; null until the result is final.' }),
    uncounted_votes: Nullable(Count(), { description: 'Votes that don’t count; null until the result is final.' }),
    ranking: T.Array(Named('WeekRank', { rank: T.Integer({ minimum: 1 }), listing: ListingSlug, votes: Count('Counted votes.') }), {
      description: 'By rank; empty until the result is final.',
    }),
  }),
  award: Named('Award', { ...Award.properties, listing: ListingSlug }),
  product: without(Product, 'weeks'),
  votes: Named('VoteDay', { listing: ListingSlug, day: Day('The day.'), votes: Count('Counted votes cast on it.') }),
};

/** Readers must ignore properties that they don't know, so a schema must allow them. */
const openObjects = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(openObjects);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).filter(([name, value]) => !(name === 'additionalProperties' && value === false));
  return Object.fromEntries(entries.map(([name, value]) => [name, openObjects(value)]));
};

/** schema.json: a line of any of the files with records. */
export const datasetSchema = (root: string): string =>
  JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: `A record of ${root}`,
      oneOf: Object.keys(RECORDS).map((kind) => ({
        type: 'object',
        properties: {
          kind: { const: kind },
          key: { type: 'string', description: 'With the kind the name of the record, as in the change feed.' },
          changed_at: { type: 'string', format: 'date-time' },
          data: { $ref: `#/$defs/${kind}` },
        },
        required: ['kind', 'key', 'changed_at', 'data'],
      })),
      $defs: openObjects(RECORDS),
    },
    null,
    1,
  );
