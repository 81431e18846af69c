import { Count, Country, Default, Id, Instant, Named, Nullable, OneOf, RequiredText, Slug, T, Text, Texts } from '../../kernel/schema.ts';
import { ATTRIBUTE_KINDS } from '../catalog/attributes/kinds.ts';
import { createCategory, deleteCategory, editCategory, getCategoryForTeam, listCategoriesForTeam } from '../catalog/categories.ts';
import { slugify } from '../listings/addresses.ts';
import {
  archiveAttribute,
  createAttribute,
  editAttribute,
  getAttributeForTeam,
  listAttributesForTeam,
  restoreAttribute,
} from '../listings/attributes/definitions.ts';
import { Faq } from '../listings/schema.ts';
import { editFounder, getFounderForTeam, hideFounder, listFoundersForTeam, mergeFounder, showFounder } from '../people/founders.ts';
import { AllOf, May, PAGING, PageOf, teamRead, teamWrite, toPage } from './team-operation.ts';

const Position = T.Integer({ minimum: -999_999, maximum: 999_999 });
const Faqs = T.Array(Faq, { maxItems: 10 });

const CATEGORY = {
  parent: May(Text(220), 'Slug of the category above it; empty for none.'),
  description: May(Text(2000), 'Empty for none.'),
  position: May(Position, 'Lower comes first.'),
  faqs: May(Faqs, 'Replaces all.'),
};

/** An empty text stands for none. */
const orNull = (text: string | null | undefined): string | null => text || null;

export const list_site_categories = teamRead({
  path: '/categories',
  summary: 'All categories',
  description: 'All categories with what can be edited, empty ones included.',
  output: AllOf(
    'TeamCategoryList',
    Named('TeamCategory', {
      id: Id('The category_id for other operations.'),
      slug: T.String({ description: 'Its address. It stays.' }),
      name: T.String({ description: 'Its name.' }),
      description: Nullable(T.String(), { description: 'Its text; null without one.' }),
      parent: Nullable(T.String(), { description: 'Slug of the category above it; null at the top.' }),
      position: T.Integer({ description: 'Lower comes first.' }),
      faqs: T.Array(Faq, { description: 'Questions and answers on its page.' }),
      listings: Count('Listings in it, in any status.'),
      attributes: Count('Attributes of its own.'),
    }),
  ),
  read: async (ctx) => ({ items: await listCategoriesForTeam(ctx) }),
});

export const create_category = teamWrite({
  path: '/categories',
  idempotent: true,
  summary: 'Create a category',
  description: 'Creates a category. The slug follows from the name if you give none, and stays.',
  input: { name: RequiredText(80, 'Its name.'), slug: May(Slug(''), 'Its address.'), ...CATEGORY },
  example: { name: 'Note taking', parent: 'productivity' },
  change: (ctx, { name, slug = slugify(name), parent, description, position = 0, faqs = [] }) =>
    createCategory(ctx, { name, slug, parent: orNull(parent), description: orNull(description), position, faqs }),
});

export const update_category = teamWrite({
  method: 'PATCH',
  path: '/categories/{category_id}',
  summary: 'Edit a category',
  description: 'Edits a category.',
  refusals: ['category_not_found'],
  input: { category_id: Id('From list_site_categories.'), name: May(RequiredText(80), 'Its name.'), ...CATEGORY },
  example: { category_id: 5, name: 'Notes' },
  async change(ctx, { category_id: id, ...changes }) {
    const current = { ...(await getCategoryForTeam(ctx, { id })), ...changes };
    return editCategory(ctx, { ...current, id, parent: orNull(current.parent), description: orNull(current.description) });
  },
});

export const delete_category = teamWrite({
  method: 'DELETE',
  path: '/categories/{category_id}',
  summary: 'Delete an empty category',
  description: 'Deletes a category that no listing and no other category is in.',
  refusals: ['category_not_found', 'category_in_use'],
  input: { category_id: Id('From list_site_categories.') },
  example: { category_id: 5 },
  change: (ctx, { category_id: id }) => deleteCategory(ctx, { id }),
});

const Kind = OneOf([...ATTRIBUTE_KINDS]);

const ATTRIBUTE = {
  unit: May(Text(40), 'For number and text; empty for none.'),
  synonyms: May(Texts(50, 80), 'Other names for it. Replaces all.'),
  options: May(Texts(100, 80), 'For list: the values recognised. Replaces all; empty for any.'),
  position: May(Position, 'Lower comes first.'),
};

export const list_attribute_definitions = teamRead({
  path: '/attributes',
  summary: 'Attributes that listings are compared on',
  description: 'The attributes of one category, or those of all listings, archived ones included.',
  input: { category_id: T.Optional(Id('From list_site_categories. Leave it out for attributes of all listings.')) },
  output: AllOf(
    'AttributeDefinitionList',
    Named('AttributeDefinition', {
      id: Id('The attribute_id for other operations.'),
      category_id: Nullable(T.Integer(), { description: 'Its category; null for all listings.' }),
      key: T.String({ description: 'Its name in the API. It stays.' }),
      name: T.String({ description: 'Its name.' }),
      kind: OneOf([...ATTRIBUTE_KINDS], { description: 'What its values are.' }),
      unit: Nullable(T.String(), { description: 'Unit of its values; null without one.' }),
      synonyms: T.Array(T.String(), { description: 'Other names.' }),
      options: Nullable(T.Array(T.String()), { description: 'Recognised values of a list; null for any.' }),
      position: T.Integer({ description: 'Lower comes first.' }),
      archived_at: Nullable(Instant(), { description: 'Since when it is hidden; null if it is shown.' }),
      values: Count('Listings with a value.'),
    }),
  ),
  read: async (ctx, { category_id = null }) => ({ items: await listAttributesForTeam(ctx, { category_id }) }),
});

export const create_attribute = teamWrite({
  path: '/attributes',
  idempotent: true,
  summary: 'Create an attribute',
  description: 'Creates an attribute of a category and its subcategories, or of all listings.',
  refusals: ['category_not_found'],
  input: { name: RequiredText(80, 'Its name.'), kind: Kind, category_id: May(Id(''), 'Leave it out for all listings.'), ...ATTRIBUTE },
  example: { name: 'Open source', kind: 'boolean' },
  change: (ctx, { name, kind, category_id = null, unit, synonyms = [], options = [], position = 0 }) =>
    createAttribute(ctx, { category_id, name, kind, unit: orNull(unit), synonyms, options, position }),
});

export const update_attribute = teamWrite({
  method: 'PATCH',
  path: '/attributes/{attribute_id}',
  summary: 'Edit an attribute',
  description: 'Edits an attribute. Another kind is refused if values can’t be converted, unless hides_values is true.',
  refusals: ['attribute_not_found', 'values_do_not_convert'],
  input: {
    attribute_id: Id('From list_attribute_definitions.'),
    name: May(RequiredText(80), 'Its name.'),
    kind: May(Kind),
    ...ATTRIBUTE,
    hides_values: Default(T.Boolean({ description: 'Hide values that don’t fit the new kind.' }), false),
  },
  example: { attribute_id: 8, name: 'Source code available' },
  async change(ctx, { attribute_id: id, hides_values, ...changes }) {
    const current = { ...(await getAttributeForTeam(ctx, { id })), ...changes };
    return editAttribute(ctx, { ...current, id, unit: orNull(current.unit), hides_values });
  },
});

export const set_attribute_archived = teamWrite({
  method: 'PUT',
  path: '/attributes/{attribute_id}/archived',
  summary: 'Archive or restore an attribute',
  description: 'Hides an attribute everywhere, or shows it again. Listings keep their values.',
  refusals: ['attribute_not_found'],
  input: { attribute_id: Id('From list_attribute_definitions.'), archived: T.Boolean({ description: 'Whether it is hidden.' }) },
  example: { attribute_id: 8, archived: true },
  change: (ctx, { attribute_id: id, archived }) => (archived ? archiveAttribute(ctx, { id }) : restoreAttribute(ctx, { id })),
});

export const list_all_founders = teamRead({
  path: '/founders',
  summary: 'All founders',
  description: 'Founders by name, hidden ones included.',
  input: { q: T.Optional(Text(120, 'Beginning of a name.')), ...PAGING },
  output: PageOf(
    'TeamFounderPage',
    Named('TeamFounder', {
      id: Id('The founder_id for other operations.'),
      slug: T.String({ description: 'Their address.' }),
      name: T.String({ description: 'Their name.' }),
      bio: Nullable(T.String(), { description: 'Their text; null without one.' }),
      country: Nullable(T.String(), { description: 'ISO 3166 code; null if unknown.' }),
      hidden_at: Nullable(Instant(), { description: 'Since when they are hidden; null if they are shown.' }),
      companies: T.Array(Named('FounderListing', { listing_id: Id('The listing.'), name: T.String({ description: 'Its name.' }) }), {
        description: 'Their listings.',
      }),
    }),
  ),
  example: { q: 'ada' },
  async read(ctx, input) {
    const { founders, has_more } = await listFoundersForTeam(ctx, input);
    return toPage(input, founders, has_more);
  },
});

const FOUNDER_ID = { founder_id: Id('From list_all_founders.') };

export const update_founder = teamWrite({
  method: 'PATCH',
  path: '/founders/{founder_id}',
  summary: 'Edit a founder',
  description: 'Edits a founder.',
  refusals: ['founder_not_found'],
  input: {
    ...FOUNDER_ID,
    name: May(RequiredText(120), 'Their name.'),
    bio: May(Text(2000), 'Empty for none.'),
    country: May(Country(''), 'Two letters, such as PT.'),
  },
  example: { founder_id: 6, country: 'PT' },
  async change(ctx, { founder_id: id, country, ...changes }) {
    const current = { ...(await getFounderForTeam(ctx, { id })), ...changes, ...(country && { country: country.toUpperCase() }) };
    return editFounder(ctx, { ...current, id, bio: orNull(current.bio) });
  },
});

export const set_founder_hidden = teamWrite({
  method: 'PUT',
  path: '/founders/{founder_id}/hidden',
  summary: 'Hide or show a founder',
  description: 'Hides a founder from their page, the list and listings, or shows them again.',
  refusals: ['founder_not_found'],
  input: { ...FOUNDER_ID, hidden: T.Boolean({ description: 'Whether they are hidden.' }), reason: May(Text(500), 'For the log.') },
  example: { founder_id: 6, hidden: true, reason: 'They asked for it.' },
  change: (ctx, { founder_id: id, hidden, reason }) => (hidden ? hideFounder(ctx, { id, reason }) : showFounder(ctx, { id })),
});

export const merge_founder = teamWrite({
  path: '/founders/{founder_id}/merge',
  summary: 'Merge a duplicate founder',
  description: 'Merges a founder into another, who takes over the listings. The old address redirects.',
  refusals: ['founder_not_found', 'act_stands'],
  input: { ...FOUNDER_ID, into: RequiredText(220, 'Slug of the founder who stays.') },
  example: { founder_id: 6, into: 'ada-moreno' },
  change: (ctx, { founder_id: id, into }) => mergeFounder(ctx, { id, into }),
});
