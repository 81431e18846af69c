import type { Ctx } from '../../kernel/context.ts';
import type { JsonText } from '../../kernel/json.ts';
import { type ListAnswer, wholeList } from '../../kernel/paging.ts';
import { type CategoryRow, selectCategories } from './queries.ts';
import { CATEGORY_DEPTH, type CategoryNode } from './schema.ts';

/** The category tree with live listing counts (SPEC 4.1). */
export const listCategories = async (
  ctx: Ctx,
  { include_empty }: { include_empty: boolean },
): Promise<JsonText<ListAnswer<CategoryNode>>> => {
  const rows = await selectCategories(ctx);
  const below = Map.groupBy(rows, (row) => row.parent_id);
  const branch = ({ id, slug, name, description, live_listings }: CategoryRow, depth: number): CategoryNode => ({
    slug,
    name,
    description,
    live_listings,
    url: `${ctx.site.root}/categories/${slug}`,
    ...(depth < CATEGORY_DEPTH && { subcategories: shown(id).map((row) => branch(row, depth + 1)) }),
  });
  const shown = (parent: number | null) => (below.get(parent) ?? []).filter((row) => include_empty || row.live_listings > 0);
  return wholeList(shown(null).map((row) => JSON.stringify(branch(row, 1))));
};
