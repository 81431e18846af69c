import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/limits.ts';
import { sendMail } from '../accounts/mail.ts';
import { selectAccount } from '../accounts/queries.ts';
import { insertObjection } from './decision-queries.ts';
import { objectionLetter } from './mails.tsx';
import { findListing } from './queries.ts';
import { selectTeam } from './team-queries.ts';

const OBJECTIONS_A_DAY: Limit = { name: 'objections', limit: 3, window_seconds: 86_400 };

/** Tells the team that a listing should have another owner. Who is right is for people to find out. */
export const objectToOwner = async (ctx: Ctx<Caller>, { slug, message }: { slug: string; message: string }): Promise<void> => {
  const { site, caller } = ctx;
  const listing = await findListing(ctx.sql, site.id, slug);
  if (!listing) throw new Refusal('listing_not_found');
  const limit = await ctx.limits.take(`account ${caller.account_id}`, OBJECTIONS_A_DAY);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
  await inTransaction(ctx, async (ctx) => {
    await insertObjection(ctx, { listing_id: listing.id, account_id: caller.account_id, message, at: ctx.clock.now() });
    const [from, owner] = await Promise.all(
      [caller.account_id, listing.owner_id].map(async (id) => (id === null ? 'nobody' : (await selectAccount(ctx.sql, id))!.email)),
    );
    for (const to of await selectTeam(ctx.sql, site.id))
      await sendMail(ctx, to, objectionLetter(site, { product: listing.name, slug, from: from!, owner: owner!, message }));
  });
};
