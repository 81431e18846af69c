import type { Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
import { fold } from '../../kernel/words.ts';
import { ensureCategories, selectCategoryOptions } from '../catalog/queries.ts';
import { suggestCategories } from '../drafts/category-suggestions.ts';
import { applyMove } from '../drafts/content.ts';
import type { DraftRow } from '../drafts/queries.ts';
import { slugify } from '../listings/addresses.ts';
import { addImportMade } from './queries.ts';

/** Categories that directories of products commonly have. They are suggested where the site's own do not fit a draft. */
const COMMON_CATEGORIES = texts({
  Accounting: msg('Accounting'),
  Analytics: msg('Analytics'),
  'Artificial intelligence': msg('Artificial intelligence'),
  Automation: msg('Automation'),
  Climate: msg('Climate'),
  Communication: msg('Communication'),
  Community: msg('Community'),
  CRM: msg('CRM'),
  Databases: msg('Databases'),
  Design: msg('Design'),
  'Developer tools': msg('Developer tools'),
  DevOps: msg('DevOps'),
  'E-commerce': msg('E-commerce'),
  Education: msg('Education'),
  Fitness: msg('Fitness'),
  Food: msg('Food'),
  Games: msg('Games'),
  Hardware: msg('Hardware'),
  Health: msg('Health'),
  'Human resources': msg('Human resources'),
  Invoicing: msg('Invoicing'),
  'Language learning': msg('Language learning'),
  Legal: msg('Legal'),
  Maps: msg('Maps'),
  Marketing: msg('Marketing'),
  Monitoring: msg('Monitoring'),
  Notes: msg('Notes'),
  Payments: msg('Payments'),
  'Personal finance': msg('Personal finance'),
  Photography: msg('Photography'),
  Productivity: msg('Productivity'),
  Science: msg('Science'),
  Scheduling: msg('Scheduling'),
  Security: msg('Security'),
  Translation: msg('Translation'),
  Travel: msg('Travel'),
  Utilities: msg('Utilities'),
  Writing: msg('Writing'),
} as Record<string, string>);

interface CategoryName {
  slug: string;
  name: string;
}

export interface SuggestedCategory {
  name: string;
  /** Whether the site does not have it yet. */
  is_new: boolean;
}

/** The category of a draft: the one it has, or the one that it speaks of most. Of equals, the site's come before common ones. */
export const suggestCategory = ({ fields }: Pick<DraftRow, 'fields'>, categories: CategoryName[]): SuggestedCategory | null => {
  const [drafted] = (fields.categories.value ?? []) as string[];
  if (drafted) return { name: drafted, is_new: false };
  const known = new Map(categories.map((one) => [one.slug, one]));
  const common = Object.keys(COMMON_CATEGORIES).map((name) => ({ slug: slugify(name), name }));
  const [best] = suggestCategories(fields, [...categories, ...common.filter(({ slug }) => !known.has(slug))]);
  if (!best) return null;
  const own = known.get(best.slug);
  const name = own?.name ?? COMMON_CATEGORIES[best.name]!;
  return { name, is_new: !own && !known.has(slugify(name)) };
};

/** The site's category of this name; it is created if there is none, and noted for the undo of the import. */
const resolveCategory = async (sql: Db, { id, site_id }: { id: number; site_id: number }, typed: string): Promise<string> => {
  const slug = slugify(typed);
  const known = (await selectCategoryOptions(sql, site_id)).find((one) => fold(one.name) === fold(typed) || one.slug === slug);
  if (known) return known.name;
  if (!slug)
    throw new Refusal('invalid_input', {
      detail: t('No letter of “{typed}” can be part of an address. Create the category first', { typed }),
    });
  await addImportMade(sql, id, 'categories', [...(await ensureCategories(sql, site_id, [{ slug, name: typed }])).values()]);
  return typed;
};

/** The draft in the category that the team chose. */
export const withCategory = async (
  sql: Db,
  row: { id: number; site_id: number },
  draft: DraftRow,
  chosen: string | null,
): Promise<DraftRow> => {
  const drafted = (draft.fields.categories.value ?? []) as string[];
  if (!chosen || chosen === drafted[0]) return draft;
  const name = await resolveCategory(sql, row, chosen);
  const categories = applyMove(draft.fields.categories, draft.original?.fields.categories, 'type', [name]);
  return { ...draft, fields: { ...draft.fields, categories } };
};
