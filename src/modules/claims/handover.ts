import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { makeMove } from '../../kernel/moves.ts';
import { sendMail } from '../accounts/mail.ts';
import { selectAccount, selectAccountByEmail } from '../accounts/queries.ts';
import { emailKey } from '../accounts/rules.ts';
import { actAsTeam } from '../accounts/team.ts';
import { holdVotes, leaveOutOwn } from '../ballot/own.ts';
import { indexListings } from '../listings/search-index.ts';
import { givenLetter, takenLetter } from './handover-mails.tsx';
import { lockHandover, selectPending, writeAnyOwner } from './handover-queries.ts';
import { CLAIM_MOVES } from './states.ts';

interface Handover {
  listing_id: number;
  /** Null takes it out of anybody's hands. */
  owner_id: number | null;
  /** For the one who had it. */
  reason?: string | null;
}

/** Who has an address, for a form of the team; nothing typed is nobody. */
export const accountAt = async (ctx: Ctx, email: string | undefined): Promise<number | null> => {
  if (!email) return null;
  const account = await selectAccountByEmail(ctx.sql, emailKey(email));
  if (!account)
    throw new Refusal('invalid_input', { errors: [{ path: 'email', code: 'unknown', message: 'has no account here', actual: email }] });
  return account.id;
};

/** Gives a listing to somebody else, or to nobody; both are told, and claims under way end. For the site's team. */
export const giveListing = (ctx: Ctx<Caller>, { listing_id, owner_id, reason = null }: Handover): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { sql, site, clock, caller } = ctx;
    await holdVotes(ctx);
    const listing = await lockHandover(ctx, listing_id);
    if (!listing) throw new Refusal('listing_not_found');
    if (listing.owner_id === owner_id) return null;
    const [before, after] = await Promise.all([listing.owner_id, owner_id].map((id) => (id === null ? undefined : selectAccount(sql, id))));
    if (owner_id !== null && !after) throw new Refusal('act_stands', { detail: 'Who had it before has left.' });
    const at = clock.now();
    await writeAnyOwner(sql, listing_id, owner_id, at);
    await indexListings(sql, [listing_id]);
    await leaveOutOwn(ctx, { listing_id });
    const { account_id } = caller;
    if (owner_id !== null)
      for (const id of await selectPending(sql, listing_id))
        await makeMove(sql, {
          record: 'claim',
          id,
          name: 'supersede',
          move: CLAIM_MOVES.supersede,
          account_id,
          at,
          reason: 'the team gave it an owner',
        });
    const { slug, name: product } = listing;
    if (before) await sendMail(ctx, before.email, takenLetter(site, { slug, product, reason }));
    if (after) await sendMail(ctx, after.email, givenLetter(site, { id: listing_id, product }));
    return {
      act: 'give_listing',
      record: 'listing',
      record_id: listing_id,
      title: product,
      before: { owner_id: listing.owner_id },
      after: { owner_id },
      reason,
    };
  });
