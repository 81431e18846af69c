import { type AuditEntry, recordAuditEntry } from '../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { invalidInput, Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { databaseClock } from '../../kernel/time/database-clock.ts';
import { isNetworkAdminCaller, isOnTeam } from './account.ts';
import { siteAdminMail } from './mail/mails.tsx';
import { sendMail } from './mail/outbox.ts';
import {
  deleteSiteAdmin,
  insertSiteAdmin,
  lockSiteAdmins,
  selectAccount,
  selectAccountByEmail,
  selectNetworkAdmins,
  selectSiteAdmins,
  type TeamMember,
} from './queries.ts';
import { emailKey, normalizeEmail } from './rules.ts';

/** Refuses with "not found" so that the team's pages are invisible to everyone else. */
export const requireTeam = async (ctx: Ctx<Caller>): Promise<void> => {
  if (!(await isOnTeam(ctx))) throw new Refusal('not_found');
};

/** The same for admins of the whole deployment. */
export const requireNetworkAdmin = async (ctx: Ctx<Caller>): Promise<void> => {
  if (!(await isNetworkAdminCaller(ctx))) throw new Refusal('not_found');
};

type TeamWork = (ctx: Ctx<Caller>) => Promise<AuditEntry | null>;

const runRecorded = (ctx: Ctx<Caller>, work: TeamWork): Promise<number | null> =>
  inTransaction(ctx, async (ctx) => {
    const entry = await work(ctx);
    return entry && recordAuditEntry(ctx, entry);
  });

/** Runs work as the site's team and records it in the audit log, in one transaction. Returns the entry's id; null if nothing changed. */
export const asTeamMember = async (ctx: Ctx<Caller>, work: TeamWork): Promise<number | null> => {
  await requireTeam(ctx);
  return runRecorded(ctx, work);
};

/** The same for changes to launch weeks, with the database's clock. */
export const asTeamMemberOnWeeks = (ctx: Ctx<Caller>, work: TeamWork): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => work({ ...ctx, clock: await databaseClock(ctx.sql, ctx.clock) }));

/** The same as an admin of the whole deployment. */
export const asNetworkAdmin = async (ctx: Ctx<Caller>, work: TeamWork): Promise<number | null> => {
  await requireNetworkAdmin(ctx);
  return runRecorded(ctx, work);
};

export const getSiteTeam = async (ctx: Ctx<Caller>): Promise<{ site_admins: TeamMember[]; network_admins: TeamMember[] }> => {
  await requireTeam(ctx);
  const [site_admins, network_admins] = await Promise.all([selectSiteAdmins(ctx), selectNetworkAdmins(ctx)]);
  return { site_admins, network_admins };
};

const accountRecord = (account_id: number) => ({ record: 'account', record_id: account_id });

/** Makes an account an admin of this site; also used for undo. For the site's team. */
export const restoreSiteAdmin = (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const account = await selectAccount(ctx.sql, account_id);
    if (!account) throw new Refusal('act_stands', { detail: t('This account no longer exists.') });
    if (!(await insertSiteAdmin(ctx, account_id))) return null;
    await sendMail(ctx, account.email, () => siteAdminMail(ctx.site));
    return { act: 'add_site_admin', ...accountRecord(account_id) };
  });

/** Makes an account an admin of this site, by email address. For the site's team. */
export const addSiteAdmin = async (ctx: Ctx<Caller>, { email }: { email: string }): Promise<number | null> => {
  await requireTeam(ctx);
  const account = await selectAccountByEmail(ctx.sql, emailKey(normalizeEmail(email) ?? ''));
  if (!account)
    throw invalidInput({ path: 'email', code: 'unknown', message: t('has no account here yet: ask them to sign in once'), actual: email });
  return restoreSiteAdmin(ctx, { account_id: account.id });
};

/** Removes an admin of this site, but never the last one. For the site's team. */
export const removeSiteAdmin = (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const admins = await lockSiteAdmins(ctx);
    if (!admins.includes(account_id)) return null;
    if (admins.length === 1) throw new Refusal('last_site_admin');
    await deleteSiteAdmin(ctx, account_id);
    return { act: 'remove_site_admin', ...accountRecord(account_id) };
  });
