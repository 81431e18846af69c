import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { JsonText } from '../../kernel/json.ts';
import { COUNT_LIMIT } from '../../kernel/paging.ts';
import { addDays, weekAt } from '../../kernel/week.ts';
import { weekNamed } from './rules.ts';
import type { LaunchWeek } from './schema.ts';
import { countLaunches } from './standing-queries.ts';
import { countScheduled, findWeekFacts, selectLaunches, selectScheduled, type WeekFacts } from './week-queries.ts';

/** More than any week has room for; of an imported week with very many launches these are shown, and how many there are. */
export const MOST_SHOWN = 200;
const WEEKS_AHEAD = 52;

const weekMeant = (asked: string, this_week: string): string => {
  const week = weekNamed(asked, this_week);
  if (week) return week;
  const message = 'must be this, next, last or a date such as 2026-01-05';
  throw new Refusal('invalid_input', { errors: [{ path: 'week', code: 'wrong_form', message, actual: asked }] });
};

/** Weeks before the site's first launch, and those nobody plans for yet, are not there. */
const refuseBeyond = (week: string, this_week: string, { first_week, last_week }: WeekFacts): void => {
  const first = [first_week, addDays(this_week, -7)].filter((day) => day !== null).sort()[0]!;
  const last = [last_week, addDays(this_week, WEEKS_AHEAD * 7)]
    .filter((day) => day !== null)
    .sort()
    .at(-1)!;
  if (week < first || week > last) throw new Refusal('launch_week_not_found', { detail: `The weeks here go from ${first} to ${last}.` });
};

const stateOf = (week: string, this_week: string): LaunchWeek['state'] =>
  week === this_week ? 'running' : week < this_week ? 'finished' : 'future';

/** A launch week (SPEC 4.2): its launches by the votes cast inside it, as frozen once it is over; of a future one, what is scheduled. */
export const getLaunchWeek = async (ctx: Ctx, { week: asked }: { week: string }): Promise<JsonText<LaunchWeek>> => {
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const week = weekMeant(asked, this_week);
  const facts = await findWeekFacts(ctx, week);
  refuseBeyond(week, this_week, facts);
  const { is_final, counted_votes, uncounted_votes } = facts;
  const [launches, scheduled] = await Promise.all([
    selectLaunches(ctx, week, is_final, MOST_SHOWN),
    week < this_week ? [] : selectScheduled(ctx, week, MOST_SHOWN),
  ]);
  const [launches_total, scheduled_total] = await Promise.all([
    launches.length < MOST_SHOWN ? launches.length : countLaunches(ctx, week),
    scheduled.length < MOST_SHOWN ? scheduled.length : countScheduled(ctx, week, COUNT_LIMIT),
  ]);
  const about = {
    week,
    ends_on: addDays(week, 6),
    state: stateOf(week, this_week),
    is_final,
    counted_votes,
    uncounted_votes,
    launches_total,
    scheduled_total,
  };
  return new JsonText(`${JSON.stringify(about).slice(0, -1)},"launches":[${launches.join(',')}],"scheduled":[${scheduled.join(',')}]}`);
};
