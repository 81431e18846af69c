import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { invalidInput, Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { hashToken, newToken } from '../../kernel/secrets.ts';
import { getOwnAccount } from './account.ts';
import { limitAttempts, requireEmail } from './credentials/attempts.ts';
import {
  applyEmailChange,
  confirmEmailChangeEnd,
  consumeEmailedLink,
  type EmailChangeRow,
  findEmailChange,
  insertEmailedLink,
  replaceEmailChange,
} from './credentials/queries.ts';
import type { Visit } from './credentials/sessions.ts';
import { emailChangedMail, newAddressMail, oldAddressMail, takenAddressMail } from './mail/mails.tsx';
import { sendMail } from './mail/outbox.ts';
import { selectAccount, selectAccountByEmail } from './queries.ts';
import { EMAIL_CHANGE_TTL_MS, emailKey } from './rules.ts';
import { requireOwnAddress } from './users/banned-mailboxes.ts';

/** Starts a change of address: a link goes to the old and the new address, and both must be confirmed. Only its owner learns that the new address is taken. */
export const requestEmailChange = async (ctx: Ctx<Caller>, { email }: { email: string }, visit: Visit): Promise<void> => {
  const new_email = requireEmail(email);
  const account = await getOwnAccount(ctx);
  await requireOwnAddress(ctx.sql, account.id);
  if (new_email === account.email) throw invalidInput({ path: 'email', code: 'same', message: t('is already your email address') });
  for (const email_key of [account.email_key, emailKey(new_email)]) await limitAttempts(ctx, { kind: 'move', email_key, visit });
  await inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const created_at = clock.now();
    const expires_at = new Date(created_at.getTime() + EMAIL_CHANGE_TTL_MS);
    const change_id = await replaceEmailChange(sql, account.id, new_email, created_at, expires_at);
    const createLink = async (purpose: 'confirm_old_address' | 'confirm_new_address', end: string) => {
      const token = newToken();
      await insertEmailedLink(sql, { token_hash: hashToken(token), purpose, email: end, change_id, created_at, expires_at });
      return token;
    };
    const old_link = await createLink('confirm_old_address', account.email);
    await sendMail(ctx, account.email, () => oldAddressMail(ctx.site, old_link, new_email));
    const existing = await selectAccountByEmail(sql, emailKey(new_email));
    if (existing && existing.id !== account.id) await sendMail(ctx, existing.email, () => takenAddressMail(ctx.site));
    else {
      const new_link = await createLink('confirm_new_address', new_email);
      await sendMail(ctx, new_email, () => newAddressMail(ctx.site, new_link));
    }
  });
};

export const getPendingEmailChange = ({ sql, clock, caller }: Ctx<Caller>): Promise<EmailChangeRow | undefined> =>
  findEmailChange(sql, caller.account_id, clock.now());

/** Confirms one of the two addresses by its link; once both are confirmed, the account gets the new address. */
export const confirmEmailChange = (ctx: Ctx, { token }: { token: string }): Promise<{ moved: boolean; new_email: string }> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const now = clock.now();
    const link = await consumeEmailedLink(sql, hashToken(token), ['confirm_old_address', 'confirm_new_address'], now);
    const end = link?.purpose === 'confirm_old_address' ? 'old_confirmed_at' : 'new_confirmed_at';
    const change = link && (await confirmEmailChangeEnd(sql, link.change_id!, end, now));
    if (!change) throw new Refusal('link_not_valid');
    const { new_email } = change;
    if (!change.old_confirmed_at || !change.new_confirmed_at) return { moved: false, new_email };
    await requireOwnAddress(sql, change.account_id);
    const account = await selectAccount(sql, change.account_id);
    if (!(await applyEmailChange(sql, change, emailKey(new_email), now))) throw new Refusal('address_taken');
    await sendMail(ctx, account!.email, () => emailChangedMail(ctx.site, new_email));
    return { moved: true, new_email };
  });
