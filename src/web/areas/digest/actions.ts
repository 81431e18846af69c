import { RequiredText, T } from '../../../kernel/schema.ts';
import { sealSentAddress } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { confirmSubscription, leaveDigest, subscribe } from '../../../modules/digest/subscriptions.ts';
import { digestPaths } from '../../paths.ts';
import { memberForm } from '../../server/confirmed-form.ts';
import { openAction } from '../../server/form-action.ts';

const CATEGORY = /^category\.(\d{1,9})$/;

/** The ids of the ticked checkboxes `category.<id>`. */
const tickedCategories = (fields: Record<string, unknown>): number[] =>
  Object.keys(fields)
    .flatMap((name) => CATEGORY.exec(name)?.[1] ?? [])
    .map(Number);

export const DIGEST_ACTIONS = [
  openAction({
    path: digestPaths.home,
    page: digestPaths.home,
    fields: { email: RequiredText(254) },
    named_fields: { '^category\\.\\d{1,9}$': T.String({ pattern: '^on$' }) },
    async run(ctx, { email, ...boxes }, sender) {
      const { is_confirmed } = await subscribe(ctx, { email, category_ids: tickedCategories(boxes) }, sender);
      return { go_to: is_confirmed ? digestPaths.home({ done: 'saved' }) : digestPaths.sent({ to: await sealSentAddress(ctx, email) }) };
    },
  }),
  openAction({
    path: digestPaths.confirm,
    page: digestPaths.confirm,
    fields: { token: RequiredText(2000) },
    async run(ctx, link) {
      await confirmSubscription(ctx, link);
      return { go_to: digestPaths.confirmed() };
    },
  }),
  memberForm({ path: digestPaths.leave, page: digestPaths.home, run: leaveDigest, done: 'left' }),
];
