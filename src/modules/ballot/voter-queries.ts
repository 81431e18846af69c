import type { Caller, Ctx } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { BallotState } from './queries.ts';

/** Somebody's vote for a launch, with the product it was for. */
export interface VoteRow {
  slug: string;
  name: string;
  logo_url: string | null;
  /** Whether the product's page is there to be seen. */
  is_public: boolean;
  launch_week_on: string;
  /** Whether this is the product's present launch; one that launched again has earlier ones. */
  is_present: boolean;
  state: BallotState;
  reason: string | null;
  decided: boolean;
  in_week: boolean;
  cast_at: Date;
}

/** The caller's votes on the site, the newest first, those that were taken back among them. */
export const selectVotesOf = ({ sql, site, caller }: Ctx<Caller>, paging: Paging): Promise<VoteRow[]> => sql<VoteRow[]>`
  select l.slug, l.name, l.logo_url, l.status in ('live', 'scheduled', 'awaiting_badge') as is_public, b.launch_week_on,
    b.launch_week_on is not distinct from
      coalesce(l.launch_week_on, date_trunc('week', l.launched_at at time zone ${site.time_zone})::date) as is_present,
    b.state, b.reason, b.decided, b.in_week, b.cast_at
  from voters v join ballots b on b.site_id = v.site_id and b.voter_id = v.id join listings l on l.id = b.listing_id
  where v.account_id = ${caller.account_id} and b.site_id = ${site.id}
  order by b.cast_seq desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countVotesOf = async ({ sql, site, caller }: Ctx<Caller>): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from voters v join ballots b on b.site_id = v.site_id and b.voter_id = v.id
    where v.account_id = ${caller.account_id} and b.site_id = ${site.id}`;
  return row!.count;
};
