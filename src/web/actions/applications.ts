import { RequiredText, Strict } from '../../kernel/schema.ts';
import { disconnectApplication } from '../../surfaces/oauth/applications.ts';
import { to } from '../addresses.ts';
import { memberAction } from './action.ts';

export const APPLICATION_ACTIONS = [
  memberAction({
    path: '/account/applications/disconnect',
    page: 'account_applications',
    input: Strict({ client_id: RequiredText(2000) }),
    async run(ctx, input) {
      await disconnectApplication(ctx, input);
      return { go_to: to.applications('disconnected') };
    },
  }),
];
