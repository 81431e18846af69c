import { makeMove } from '../../kernel/moves.ts';
import { sendMail } from '../accounts/mail.ts';
import { notify } from '../accounts/notifications.ts';
import { selectAccount } from '../accounts/queries.ts';
import { expiredLetter } from './mails.tsx';
import { CLAIM_METHODS } from './methods.ts';
import type { Place } from './proof.ts';
import { findClaim } from './queries.ts';
import { CLAIM_MOVES } from './states.ts';

/** Ends a claim whose time is over, in the transaction under way, and tells its claimant once, on the site and by mail. */
export const expireClaim = async (ctx: Place, id: number): Promise<void> => {
  const { sql, site, clock } = ctx;
  const move = CLAIM_MOVES.expire;
  if (!(await makeMove(sql, { record: 'claim', id, name: 'expire', move, account_id: null, at: clock.now() }))) return;
  const claim = await findClaim(sql, id);
  const account = claim && (await selectAccount(sql, claim.account_id));
  if (!account) return;
  const { listing_name: product, listing_slug: slug, method } = claim;
  await notify(sql, [account.id], {
    site_id: site.id,
    kind: 'claim',
    key: `claim ${id} expired`,
    title: `Your claim of ${product} has expired`,
    body: 'The proof was not there within 14 days. If the product is yours, claim it again.',
    url: `/listings/${slug}/claim`,
    created_at: clock.now(),
  });
  await sendMail(ctx, account.email, expiredLetter(site, { product, slug, how: CLAIM_METHODS[method].how }));
};
