import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';

interface Owned {
  owner_id: number | null;
  slug: string;
  /** Whether the owner has proved it. */
  proved: boolean;
}

/** A listing that somebody else owns is not taken, whoever can prove what: that is for people to decide (decision 14). An owner may prove it once. */
export const refuseOwned = ({ site }: Pick<Ctx, 'site'>, { owner_id, slug, proved }: Owned, account_id: number): void => {
  if (owner_id === null || (owner_id === account_id && !proved)) return;
  const detail =
    owner_id === account_id
      ? 'This listing is already yours, and you have proved it. Edit it with update_my_listing.'
      : `This listing has an owner, so it cannot be claimed. If that is wrong, tell the team at ${site.root}/listings/${slug}/claim.`;
  throw new Refusal('already_owned', { detail });
};
