import type { Ctx } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { LastCheck, Method } from './schema.ts';

export interface OpenObjection {
  id: number;
  listing_id: number;
  listing: string;
  slug: string;
  account_id: number;
  by: string;
  owner_id: number | null;
  owner: string | null;
  message: string;
  created_at: Date;
}

const objections = ({ sql, site }: Ctx) => sql`
  select o.id, o.listing_id, l.name as listing, l.slug, o.account_id, a.email as by, l.owner_id, w.email as owner, o.message, o.created_at
  from objections o join listings l on l.id = o.listing_id join accounts a on a.id = o.account_id left join accounts w on w.id = l.owner_id
  where o.site_id = ${site.id}`;

/** What is not decided yet, the oldest first. */
export const selectObjections = (ctx: Ctx, most: number): Promise<OpenObjection[]> => ctx.sql<OpenObjection[]>`
  ${objections(ctx)} and o.status = 'open' order by o.id limit ${most}`;

export const findObjection = async (ctx: Ctx, id: number): Promise<OpenObjection | undefined> => {
  const [row] = await ctx.sql<OpenObjection[]>`${objections(ctx)} and o.id = ${id}`;
  return row;
};

export const insertObjection = (
  { sql, site }: Ctx,
  { listing_id, account_id, message, at }: { listing_id: number; account_id: number; message: string; at: Date },
) => sql`
  insert into objections (site_id, listing_id, account_id, message, created_at, updated_at)
  values (${site.id}, ${listing_id}, ${account_id}, ${message}, ${at}, ${at})`;

export interface PendingClaim {
  id: number;
  listing_id: number;
  listing: string;
  account_id: number;
  by: string;
  owner: string | null;
  method: Method;
  last_check: LastCheck | null;
  created_at: Date;
  expires_at: Date;
}

const pending = ({ sql, site }: Ctx) => sql`
  select c.id, c.listing_id, l.name as listing, c.account_id, a.email as by, w.email as owner, c.method, c.last_check, c.created_at, c.expires_at
  from claims c join listings l on l.id = c.listing_id join accounts a on a.id = c.account_id left join accounts w on w.id = l.owner_id
  where c.site_id = ${site.id} and c.status = 'pending'`;

/** Claims that are still to be proved, the newest first; one more than asked for says that there are others. */
export const selectPendingClaims = (ctx: Ctx, paging: Paging): Promise<PendingClaim[]> => ctx.sql<PendingClaim[]>`
  ${pending(ctx)} order by c.id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const findPendingClaim = async (ctx: Ctx, id: number): Promise<PendingClaim | undefined> => {
  const [row] = await ctx.sql<PendingClaim[]>`${pending(ctx)} and c.id = ${id}`;
  return row;
};
