import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import { findSite, lockSite, writeSite } from './settings-queries.ts';
import { faultsIn, type SiteSettings, settingsIn, storedOf } from './settings-rules.ts';

/** What the site is called and how much of everything there is. For the site's team. */
export const siteSettings = async (ctx: Ctx<Caller>): Promise<SiteSettings> => {
  await refuseStrangers(ctx);
  return settingsIn(await findSite(ctx));
};

/** Changes what the site is called and how much of everything there is; what is not said stays. For the site's team. */
export const changeSettings = (ctx: Ctx<Caller>, said: Partial<SiteSettings>): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const standing = await lockSite(ctx);
    const before = settingsIn(standing);
    const typed = { ...before, ...said };
    const errors = faultsIn(typed);
    if (errors.length) throw new Refusal('invalid_input', { errors });
    const { name, tagline, purpose, time_zone } = typed;
    const columns = { name, tagline, purpose, time_zone, settings: storedOf(standing, typed) };
    const after = settingsIn(columns);
    if (isDeepStrictEqual(before, after)) return null;
    await writeSite(ctx, columns);
    return { act: 'change_settings', record: 'site', record_id: ctx.site.id, title: name, before: { ...before }, after: { ...after } };
  });
