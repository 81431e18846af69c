import { isSignedIn } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { ALL_LANGUAGES, offeredLanguages, splitLanguage } from '../../../kernel/language/languages.ts';
import { localeFor, pathIn } from '../../../kernel/language/locale.ts';
import { OneOf } from '../../../kernel/schema.ts';
import { updateLanguage } from '../../../modules/accounts/queries.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { homePaths } from '../../paths.ts';
import { BackField, openAction } from '../../server/form-action.ts';

export const LANGUAGE_ACTIONS = [
  openAction({
    path: homePaths.chooseLanguage,
    page: homePaths.home,
    fields: { language: OneOf(ALL_LANGUAGES), ...BackField },
    async run(ctx, { language, back }) {
      if (!offeredLanguages(ctx.site).includes(language)) throw new Refusal('not_found');
      if (isSignedIn(ctx)) await updateLanguage(ctx.sql, ctx.caller.account_id, language);
      const { rest } = splitLanguage(parseLocalPath(back) ?? '/');
      return { language, go_to: pathIn(localeFor(ctx.site, language), rest) };
    },
  }),
];
