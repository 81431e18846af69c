import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { sendMail } from './mail.ts';
import { letter } from './mails.tsx';
import { selectAccount, selectAccountByEmail } from './queries.ts';
import {
  deleteSiteAdmin,
  insertSiteAdmin,
  lockSiteAdmins,
  selectNetworkAdmins,
  selectSiteAdmins,
  type TeamMember,
} from './role-queries.ts';
import { emailKey, mailAddress } from './rules.ts';
import { actAsTeam, refuseStrangers } from './team.ts';

/** Who looks after this site, and who runs the whole deployment. For the site's team. */
export const teamOfSite = async (ctx: Ctx<Caller>): Promise<{ site_admins: TeamMember[]; network_admins: TeamMember[] }> => {
  await refuseStrangers(ctx);
  const [site_admins, network_admins] = await Promise.all([selectSiteAdmins(ctx), selectNetworkAdmins(ctx)]);
  return { site_admins, network_admins };
};

const about = (account_id: number) => ({ record: 'account', record_id: account_id });

/** Gives an account the role, by its number; for undoing. For the site's team. */
export const restoreSiteAdmin = (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const account = await selectAccount(ctx.sql, account_id);
    if (!account) throw new Refusal('act_stands', { detail: 'Who it was has left.' });
    if (!(await insertSiteAdmin(ctx, account_id))) return null;
    await sendMail(
      ctx,
      account.email,
      letter(ctx.site, {
        subject: `You look after ${ctx.site.name} now`,
        says: [`You have been made an admin of ${ctx.site.name}.`],
        link: { name: 'The site team’s pages', href: `${ctx.site.root}/admin` },
      }),
    );
    return { act: 'add_site_admin', ...about(account_id) };
  });

/** Makes somebody an admin of this site, by the address of their account. For the site's team. */
export const addSiteAdmin = async (ctx: Ctx<Caller>, { email }: { email: string }): Promise<number | null> => {
  await refuseStrangers(ctx);
  const account = await selectAccountByEmail(ctx.sql, emailKey(mailAddress(email) ?? ''));
  if (!account)
    throw new Refusal('invalid_input', {
      errors: [{ path: 'email', code: 'unknown', message: 'has no account here: ask them to sign in once', actual: email }],
    });
  return restoreSiteAdmin(ctx, { account_id: account.id });
};

/** Takes the role of admin of this site away; never the last one's. For the site's team. */
export const removeSiteAdmin = (ctx: Ctx<Caller>, { account_id }: { account_id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const admins = await lockSiteAdmins(ctx);
    if (!admins.includes(account_id)) return null;
    if (admins.length === 1) throw new Refusal('last_site_admin');
    await deleteSiteAdmin(ctx, account_id);
    return { act: 'remove_site_admin', ...about(account_id) };
  });
