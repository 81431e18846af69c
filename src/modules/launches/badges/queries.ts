import type { Ctx } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';
import { AWARDED_RANKS, type BadgeListing } from '../../listings/badges/kinds.ts';
import { isVerified } from '../../listings/owner/queries.ts';
import { joinCounts } from '../../listings/profile/queries.ts';

export const findBadgeListing = ({ sql, site, clock }: Pick<Ctx, 'sql' | 'site' | 'clock'>, slug: string) =>
  findRow(sql<BadgeListing[]>`
    select l.slug, l.name, l.status, coalesce(n.votes, 0) as votes,
      l.status = 'live' and exists (select from featured_listings f
        where f.listing_id = l.id and f.from_at <= ${clock.now()} and f.until_at > ${clock.now()}) as featured,
      ${isVerified(sql)} as verified,
      coalesce((select json_agg(json_build_object('rank', a.rank, 'week_on', a.week_on) order by a.rank)
        from (select rank, max(week_on) as week_on from week_results r
          where r.listing_id = l.id and r.rank <= ${AWARDED_RANKS} group by rank) a), '[]'::json) as awards
    from public_listings l ${joinCounts(sql)} where l.site_id = ${site.id} and l.slug = ${slug}`);

export const findOwnWebsite = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, slug: string, account_id: number) =>
  findRow(sql<{ listing_id: number; website: string; status: string }[]>`
    select id as listing_id, website, status from listing_heads
    where site_id = ${site.id} and slug = ${slug} and owner_id = ${account_id} and status <> 'removed'`);
