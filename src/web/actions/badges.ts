import { Slug, Strict } from '../../kernel/schema.ts';
import { checkBadge } from '../../modules/launches/badge-check.ts';
import { memberAction } from './action.ts';

export const BADGE_ACTIONS = [
  memberAction({
    path: '/listings/:slug/badges/check',
    page: 'badges',
    input: Strict({ slug: Slug('The listing.') }),
    async run(ctx, input) {
      const { found, seen } = await checkBadge(ctx as Parameters<typeof checkBadge>[0], input);
      return { told: { seen, found: found ? 'yes' : 'no' } };
    },
  }),
];
