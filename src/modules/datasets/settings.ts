import type { Db, SiteCtx } from '../../kernel/context.ts';
import { weekAt } from '../../kernel/time/weeks.ts';
import { selectUnfrozenVotedWeeks, selectUnfrozenWeeks } from '../launches/rollover/queries.ts';
import { selectSiteSettings } from '../sites/queries.ts';
import { hasDatasetOfWeek } from './queries.ts';
import { type DatasetSettings, isDumpTime, parseDatasetSettings } from './rules.ts';

/** The name of the setting. */
export const DATASET = 'dataset';

export const loadDatasetSettings = async (sql: Db, site_id: number, lock = false): Promise<DatasetSettings> =>
  parseDatasetSettings((await selectSiteSettings(sql, site_id, lock))[DATASET]);

/** Whether this week's dump is still to be written: there is none, and the weeks before are frozen. */
export const isDatasetDue = async ({ sql, site, clock }: SiteCtx): Promise<boolean> => {
  const now = clock.now();
  const week_on = weekAt(now, site.time_zone);
  if (!isDumpTime({ now, week_on, time_zone: site.time_zone })) return false;
  if (await hasDatasetOfWeek(sql, site.id, week_on)) return false;
  const weeks = { site_id: site.id, this_week: week_on };
  const unfrozen = await Promise.all([selectUnfrozenWeeks(sql, weeks), selectUnfrozenVotedWeeks(sql, weeks)]);
  return unfrozen.flat().length === 0;
};
