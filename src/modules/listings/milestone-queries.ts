import type { Db } from '../../kernel/context.ts';
import type { Milestone } from './schema.ts';

type NewMilestone = Omit<Milestone, 'id'> & { site_id: number; listing_id: number };

export const countMilestones = async (sql: Db, listing_id: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from listing_milestones where listing_id = ${listing_id}`;
  return row!.count;
};

export const insertMilestone = async (sql: Db, milestone: NewMilestone): Promise<Milestone> => {
  const [row] = await sql<Milestone[]>`insert into listing_milestones ${sql(milestone)} returning id, date, title, description, url`;
  return row!;
};

export const removeMilestone = async (sql: Db, listing_id: number, id: number): Promise<boolean> =>
  (await sql`delete from listing_milestones where id = ${id} and listing_id = ${listing_id} returning id`).length > 0;
