import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { actAsAdmin, refuseSiteTeams } from '../accounts/team.ts';
import { insertSite, type NewSite } from '../sites/queries.ts';
import { isTimeZone } from './settings-rules.ts';
import { type SiteInNetwork, selectNetwork } from './sites-queries.ts';

/** All sites of the deployment. For who runs it. */
export const sitesOfNetwork = async (ctx: Ctx<Caller>): Promise<SiteInNetwork[]> => {
  await refuseSiteTeams(ctx);
  return selectNetwork(ctx.sql);
};

const wrong = (path: string, message: string, actual: string): Refusal =>
  new Refusal('invalid_input', { errors: [{ path, code: 'wrong', message, actual }] });

const originOf = (typed: string): string => {
  const url = URL.parse(typed);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw wrong('root', 'must be an address without a path, such as https://launch.example', typed);
  return url.origin;
};

/** Adds a site of its own address to the deployment. For who runs it. */
export const foundSite = (ctx: Ctx<Caller>, typed: NewSite & { root: string }): Promise<number | null> =>
  actAsAdmin(ctx, async (ctx) => {
    if (!isTimeZone(typed.time_zone)) throw wrong('time_zone', 'is no time zone such as Europe/Lisbon', typed.time_zone);
    const site = { ...typed, root: originOf(typed.root) };
    if ((await selectNetwork(ctx.sql)).some(({ root }) => (root ?? ctx.site.root) === site.root))
      throw wrong('root', 'is the address of another site', site.root);
    const id = await insertSite(ctx.sql, site);
    if (id === null) throw wrong('key', 'or its address is that of another site', site.key);
    return { act: 'found_site', record: 'site', record_id: id, title: site.name, after: { ...site } };
  });
