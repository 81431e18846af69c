import type { Ctx } from '../../../kernel/context.ts';
import { AWARDED_RANKS } from '../../launches/rules.ts';

export interface CabinetRow {
  style: 'oak' | 'glass' | 'night';
  title: string;
  /** The newest week first. */
  awards: { rank: number; week_on: string; votes: number }[];
}

export const findCabinet = async ({ sql, site }: Ctx, slug: string): Promise<CabinetRow | null> => {
  const [row] = await sql<CabinetRow[]>`
    select coalesce(t.options->>'style', 'oak') as style, coalesce(t.options->>'title', l.name) as title,
      coalesce((select json_agg(json_build_object('rank', r.rank, 'week_on', r.week_on, 'votes', r.votes) order by r.week_on desc)
        from week_results r where r.listing_id = l.id and r.rank <= ${AWARDED_RANKS}), '[]'::json) as awards
    from trophy_cabinets t join listings l on l.id = t.listing_id
    where l.site_id = ${site.id} and l.slug = ${slug} and l.status = 'live'`;
  return row ?? null;
};
