import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { hashOf, newToken } from '../../kernel/tokens.ts';
import { sendMail } from '../accounts/mail.ts';
import { selectAccount } from '../accounts/queries.ts';
import { findLink, type OpenLink } from './link-queries.ts';
import { proveLetter } from './mails.tsx';
import { takeListing } from './proof.ts';
import { type ClaimRow, writeLink } from './queries.ts';
import { LINK_LIVES_MS } from './rules.ts';

/** Mails the link of a claim. The one before it works no longer. */
export const mailLink = async (ctx: Ctx, { id, account_id, email, listing_name }: ClaimRow, now: Date): Promise<void> => {
  const token = newToken();
  await writeLink(ctx.sql, id, hashOf(token), now);
  const account = await selectAccount(ctx.sql, account_id);
  await sendMail(ctx, email!, proveLetter(ctx.site, token, { product: listing_name, claimant: account!.email }));
};

/** What a mailed link would confirm, without using it up: scanners of mail open links too. */
export const findMailedClaim = async ({ sql, site, clock }: Ctx, { token }: { token: string }): Promise<OpenLink> => {
  const now = clock.now();
  const since = new Date(now.getTime() - LINK_LIVES_MS);
  const link = await findLink(sql, { site_id: site.id, link_hash: hashOf(token), now, since });
  if (!link) throw new Refusal('link_not_valid');
  return link;
};

/** Confirms a claim from the mailbox, by whoever reads it: the listing goes to the account that claimed it, wherever that is signed in. */
export const confirmClaim = (ctx: Ctx, asked: { token: string }): Promise<OpenLink> =>
  inTransaction(ctx, async (ctx) => {
    const link = await findMailedClaim(ctx, asked);
    if (!(await takeListing(ctx, { id: link.claim_id, listing_id: link.listing_id }))) throw new Refusal('link_not_valid');
    return link;
  });
