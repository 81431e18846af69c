import { t } from '../../../kernel/language/messages.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { followCategory, getCategoryName, unfollowCategory } from '../../../modules/listings/follows/category-follows.ts';
import { searchPaths } from '../../paths.ts';
import { BackField, memberAction } from '../../server/form-action.ts';

const afterFollow = ({ slug, back }: { slug: string; back?: string }): string => parseLocalPath(back) ?? searchPaths.category({ slug });

export const CATEGORY_ACTIONS = [
  memberAction({
    path: searchPaths.followCategory,
    page: searchPaths.category,
    fields: BackField,
    resume: async (ctx, input) => t('to follow {name}', { name: await getCategoryName(ctx, input) }),
    async run(ctx, input) {
      await followCategory(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: searchPaths.unfollowCategory,
    page: searchPaths.category,
    fields: BackField,
    async run(ctx, input) {
      await unfollowCategory(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
];
