import type { Ctx } from '../../kernel/context.ts';
import { sendMail } from '../accounts/mail.ts';
import { notify } from '../accounts/notifications.ts';
import { selectAccount } from '../accounts/queries.ts';
import type { ReviewNews } from './mails.tsx';

/** Tells somebody of a review once, on the site and by mail, in the transaction of what is told. */
export const tellOfReview = async (
  ctx: Pick<Ctx, 'sql' | 'site' | 'clock'>,
  account_id: number,
  { letter, ...news }: ReviewNews,
): Promise<void> => {
  const { sql, site, clock } = ctx;
  const told = await notify(sql, [account_id], { ...news, kind: 'review', site_id: site.id, created_at: clock.now() });
  const account = told.length ? await selectAccount(sql, account_id) : undefined;
  if (account?.email_verified_at) await sendMail(ctx, account.email, letter);
};
