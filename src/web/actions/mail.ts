import { OneOf, RequiredText, Strict, T } from '../../kernel/schema.ts';
import { isMailKind, MAIL_KIND_NAMES } from '../../modules/accounts/mail-kinds.ts';
import { chooseMail } from '../../modules/accounts/preferences.ts';
import { to } from '../addresses.ts';
import { memberAction } from './action.ts';

const BOXES = Object.fromEntries(MAIL_KIND_NAMES.map((kind) => [kind, T.Optional(OneOf(['on']))]));

export const MAIL_ACTIONS = [
  memberAction({
    path: '/account/mail',
    page: 'account_mail',
    // Browsers send no box that is empty; what was shown says which were there to be chosen.
    input: Strict({ shown: RequiredText(200), ...BOXES }),
    async run(ctx, { shown, ...boxes }) {
      const wanted = boxes as Record<string, 'on' | undefined>;
      await chooseMail(
        ctx,
        shown
          .split(' ')
          .filter(isMailKind)
          .map((kind) => ({ kind, wanted: wanted[kind] === 'on' })),
      );
      return { go_to: to.mail('saved') };
    },
  }),
];
