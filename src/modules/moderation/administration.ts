import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { invalidInput, Refusal } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { t } from '../../kernel/language/messages.ts';
import { send_mail } from '../accounts/mail/jobs.ts';
import { readMail } from '../accounts/mail/outbox.ts';
import { requeueMail } from '../accounts/mail/queries.ts';
import { asNetworkAdmin, asTeamMember, requireNetworkAdmin, requireTeam } from '../accounts/team.ts';
import { findSite, insertSite, type NewSite, writeSite } from '../sites/queries.ts';
import { type FailedJob, type NetworkSite, rescheduleJob, selectFailedJobs, selectNetworkSites } from './queries.ts';
import { isTimeZone, readSettings, type SiteSettings, settingsFaults, toStoredSettings } from './settings-rules.ts';

export const getSiteSettings = async (ctx: Ctx<Caller>): Promise<SiteSettings> => {
  await requireTeam(ctx);
  return readSettings(await findSite(ctx));
};

/** Changes the site's settings; settings that are not given stay. For the site's team. */
export const changeSettings = (ctx: Ctx<Caller>, changes: Partial<SiteSettings>): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const stored = await findSite(ctx, true);
    const before = readSettings(stored);
    const input = { ...before, ...changes };
    const errors = settingsFaults(input);
    if (errors.length) throw invalidInput(...errors);
    const { name, tagline, purpose, time_zone } = input;
    const columns = { name, tagline, purpose, time_zone, settings: toStoredSettings(stored, input) };
    const after = readSettings(columns);
    if (isDeepStrictEqual(before, after)) return null;
    await writeSite(ctx, columns);
    return { act: 'change_settings', record: 'site', record_id: ctx.site.id, title: name, before: { ...before }, after: { ...after } };
  });

export const listNetworkSites = async (ctx: Ctx<Caller>): Promise<NetworkSite[]> => {
  await requireNetworkAdmin(ctx);
  return selectNetworkSites(ctx.sql);
};

const inputError = (path: string, message: string, actual: string): Refusal => invalidInput({ path, code: 'wrong', message, actual });

const parseOrigin = (input: string): string => {
  const url = URL.parse(input);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw inputError('root', t('must be an address without a path, such as https://launch.example'), input);
  return url.origin;
};

/** Adds a site with an address of its own to the deployment. For network admins. */
export const createNetworkSite = (ctx: Ctx<Caller>, input: NewSite & { root: string }): Promise<number | null> =>
  asNetworkAdmin(ctx, async (ctx) => {
    if (!isTimeZone(input.time_zone)) throw inputError('time_zone', t('isn’t a time zone, such as Europe/Lisbon'), input.time_zone);
    const site = { ...input, root: parseOrigin(input.root) };
    if ((await selectNetworkSites(ctx.sql)).some(({ root }) => (root ?? ctx.site.root) === site.root))
      throw inputError('root', t('is already used by another site'), site.root);
    const id = await insertSite(ctx.sql, site);
    if (id === null) throw inputError('key', t('or its address is already used by another site'), site.key);
    return { act: 'found_site', record: 'site', record_id: id, title: site.name, after: { ...site } };
  });

const MAX_JOBS_SHOWN = 100;

export const listFailedJobs = async (ctx: Ctx<Caller>): Promise<FailedJob[]> => {
  await requireNetworkAdmin(ctx);
  return selectFailedJobs(ctx.sql, MAX_JOBS_SHOWN);
};

/** Retries a failed job at once. For network admins. */
export const retryJob = (ctx: Ctx<Caller>, { id }: { id: string }): Promise<number | null> =>
  asNetworkAdmin(ctx, async (ctx) => {
    const job = await rescheduleJob(ctx, id);
    if (!job) throw new Refusal('job_not_found');
    // Without the error: it may be about another site, and this site's team reads the log.
    return { act: 'retry_job', record: 'job', record_id: id, title: job.task };
  });

/** Sends a mail again whose delivery failed. For network admins. */
export const retryMail = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  asNetworkAdmin(ctx, async (ctx) => {
    await readMail(ctx, { id });
    if (!(await requeueMail(ctx.sql, id))) throw new Refusal('mail_not_found', { detail: t('You can only resend emails that failed.') });
    await enqueue(ctx.sql, send_mail, { mail_id: id });
    return { act: 'retry_mail', record: 'mail', record_id: id };
  });
