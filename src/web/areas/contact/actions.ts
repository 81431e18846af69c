import { RequiredText, T, Text } from '../../../kernel/schema.ts';
import { sendMessage } from '../../../modules/content/contact/contact.ts';
import { contactPaths } from '../../paths.ts';
import { openAction } from '../../server/form-action.ts';

export const CONTACT_ACTIONS = [
  openAction({
    path: contactPaths.contact,
    page: contactPaths.contact,
    fields: {
      name: RequiredText(100),
      email: RequiredText(254),
      subject: RequiredText(150),
      body: RequiredText(5000),
      // People don't see this field; programs that fill in every field do.
      homepage: T.Optional(Text(2000)),
    },
    async run(ctx, { homepage, ...input }, sender) {
      // The program is told the same as a person, so that it learns nothing.
      if (!homepage) await sendMessage(ctx, input, sender);
      return { go_to: contactPaths.contact({ done: 'sent' }) };
    },
  }),
];
