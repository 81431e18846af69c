import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { hashOf, newToken } from '../../kernel/tokens.ts';
import { ownAccount } from './account.ts';
import { limitAttempts, readAddress } from './attempts.ts';
import { type ChangeRow, insertLink, markEnd, moveAddress, replaceChange, selectChange, useLink } from './link-queries.ts';
import { sendMail } from './mail.ts';
import { movedLetter, newAddressLetter, oldAddressLetter, takenAddressLetter } from './mails.tsx';
import { selectAccount, selectAccountByEmail } from './queries.ts';
import { CHANGE_LIVES_MS, emailKey } from './rules.ts';
import type { Visit } from './session.ts';

/** Begins a move to another address: a link goes to each end, and both are needed. Whether the new one is taken is told only to its owner. */
export const askToMove = async (ctx: Ctx<Caller>, { email }: { email: string }, visit: Visit): Promise<void> => {
  const new_email = readAddress(email);
  const account = await ownAccount(ctx);
  if (new_email === account.email)
    throw new Refusal('invalid_input', { errors: [{ path: 'email', code: 'same', message: 'is the address you already have' }] });
  for (const email_key of [account.email_key, emailKey(new_email)]) await limitAttempts(ctx, { kind: 'link', email_key, visit });
  await inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const created_at = clock.now();
    const expires_at = new Date(created_at.getTime() + CHANGE_LIVES_MS);
    const change_id = await replaceChange(sql, account.id, new_email, created_at, expires_at);
    const link = async (purpose: 'confirm_old_address' | 'confirm_new_address', end: string) => {
      const token = newToken();
      await insertLink(sql, { token_hash: hashOf(token), purpose, email: end, change_id, created_at, expires_at });
      return token;
    };
    await sendMail(ctx, account.email, oldAddressLetter(ctx.site, await link('confirm_old_address', account.email), new_email));
    const taken = await selectAccountByEmail(sql, emailKey(new_email));
    if (taken && taken.id !== account.id) await sendMail(ctx, taken.email, takenAddressLetter(ctx.site));
    else await sendMail(ctx, new_email, newAddressLetter(ctx.site, await link('confirm_new_address', new_email)));
  });
};

/** The move under way, if there is one. */
export const moveUnderWay = ({ sql, clock, caller }: Ctx<Caller>): Promise<ChangeRow | undefined> =>
  selectChange(sql, caller.account_id, clock.now());

/** Confirms one end of a move by the link sent there; with both, the account moves. */
export const confirmMove = (ctx: Ctx, { token }: { token: string }): Promise<{ moved: boolean; new_email: string }> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const now = clock.now();
    const link = await useLink(sql, hashOf(token), ['confirm_old_address', 'confirm_new_address'], now);
    const end = link?.purpose === 'confirm_old_address' ? 'old_confirmed_at' : 'new_confirmed_at';
    const change = link && (await markEnd(sql, link.change_id!, end, now));
    if (!change) throw new Refusal('link_not_valid');
    const { new_email } = change;
    if (!change.old_confirmed_at || !change.new_confirmed_at) return { moved: false, new_email };
    const before = await selectAccount(sql, change.account_id);
    if (!(await moveAddress(sql, change, emailKey(new_email), now))) throw new Refusal('address_taken');
    await sendMail(ctx, before!.email, movedLetter(ctx.site, new_email));
    return { moved: true, new_email };
  });
