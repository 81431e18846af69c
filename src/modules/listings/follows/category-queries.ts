import type { Caller, Ctx, Db, SiteCtx } from '../../../kernel/context.ts';
import { hasRows, selectColumn } from '../../../kernel/database.ts';

export const insertCategoryFollow = ({ sql, site, caller }: Ctx<Caller>, category_id: number, at: Date) => sql`
  insert into category_follows (account_id, category_id, site_id, created_at) values (${caller.account_id}, ${category_id}, ${site.id}, ${at})
  on conflict do nothing`;

export const deleteCategoryFollow = ({ sql, caller }: Ctx<Caller>, category_id: number) =>
  sql`delete from category_follows where account_id = ${caller.account_id} and category_id = ${category_id}`;

export const findCategoryFollow = ({ sql, site, caller }: Ctx<Caller>, slug: string): Promise<boolean> =>
  hasRows(sql`
    select from category_follows f join categories c on c.id = f.category_id
    where f.account_id = ${caller.account_id} and f.site_id = ${site.id} and c.slug = ${slug}`);

export interface FollowedCategory {
  slug: string;
  name: string;
  created_at: Date;
  launches_this_week: number;
}

/** Listings of category `c` that launched between two moments. */
const launchedIn = ({ sql }: Pick<Ctx, 'sql'>, [from, to]: [Date, Date]) => sql`
  from shelf_places s where s.site_id = c.site_id and s.category_id = c.id and s.launched_at >= ${from} and s.launched_at < ${to}`;

export const selectFollowedCategories = (ctx: Ctx<Caller>, week: [Date, Date]): Promise<FollowedCategory[]> => {
  const { sql, site, caller } = ctx;
  return sql<FollowedCategory[]>`
    select c.slug, c.name, f.created_at, (select count(*)::int ${launchedIn(ctx, week)}) as launches_this_week
    from category_follows f join categories c on c.id = f.category_id
    where f.account_id = ${caller.account_id} and f.site_id = ${site.id} order by c.name, c.id`;
};

export interface LaunchedCategory {
  category_id: number;
  slug: string;
  name: string;
  launches: number;
  /** The first of them. */
  names: string[];
}

/** How many launches a notification names. */
const NAMED_LAUNCHES = 3;

/** The site's categories with followers in which something launched between two moments. */
export const selectLaunchedCategories = (ctx: SiteCtx, week: [Date, Date]): Promise<LaunchedCategory[]> => {
  const { sql, site } = ctx;
  return sql<LaunchedCategory[]>`
    select * from (
      select c.id as category_id, c.slug, c.name, (select count(*)::int ${launchedIn(ctx, week)}) as launches,
        array(select l.name from (select s.listing_id ${launchedIn(ctx, week)} order by s.votes desc, s.listing_id limit ${NAMED_LAUNCHES}) s
          join listings l on l.id = s.listing_id order by l.name) as names
      from categories c where c.site_id = ${site.id} and exists (
        select from category_follows f where f.site_id = c.site_id and f.category_id = c.id)
    ) t where launches > 0 order by category_id`;
};

/** Accounts that follow a category, in batches by id. */
export const selectCategoryFollowers = ({ sql, site }: SiteCtx, category_id: number, after: number, limit: number): Promise<number[]> =>
  selectColumn<number>(sql`
    select account_id from category_follows where site_id = ${site.id} and category_id = ${category_id} and account_id > ${after}
    order by account_id limit ${limit}`);

/** Those of the categories that somebody follows. */
export const selectCategoriesWithFollowers = (sql: Db, site_id: number, ids: number[]): Promise<number[]> =>
  selectColumn<number>(
    sql`select distinct category_id from category_follows where site_id = ${site_id} and category_id = any(${ids}::int[])`,
  );
