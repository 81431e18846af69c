import { Strict, T } from '../../kernel/schema.ts';
import { lookNow } from '../../modules/launches/free.ts';
import { choose_free_listing } from '../../modules/launches/operations.ts';
import { to } from '../addresses.ts';
import { memberAction } from './action.ts';
import { sentAs } from './sent-as.ts';

const OWN = Strict({ listing_id: T.String({ pattern: '^[1-9]\\d{0,14}$' }) });

export const LAUNCH_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/free',
    page: 'free_plan',
    input: OWN,
    async run(ctx, { listing_id }, sender) {
      await sentAs(choose_free_listing, { ctx, sender }, { listing_id: Number(listing_id) });
      return { go_to: to.freePlan(Number(listing_id), 'chosen') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/free/look',
    page: 'free_plan',
    input: OWN,
    async run(ctx, { listing_id }) {
      const { seen, found_at } = await lookNow(ctx as Parameters<typeof lookNow>[0], { listing_id: Number(listing_id) });
      return found_at ? { go_to: to.freePlan(Number(listing_id)) } : { told: { seen: seen ?? '' } };
    },
  }),
];
