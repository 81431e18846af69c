import { memberRead } from '../../kernel/operation.ts';
import { Strict } from '../../kernel/schema.ts';
import { getAccount } from './account.ts';
import { Account } from './schema.ts';

export const get_account = memberRead({
  id: 'get_account',
  path: '/me',
  tag: 'Account',
  summary: 'Who you are and what your access allows',
  description:
    'Returns the account you are signed in as, the scopes of these credentials, the rate limits left, and what only a person can do on the website (voting and paying). Use it when a call is refused with 403 or 429, or to learn what you may do. Your drafts, listings, claims and orders have their own lists.',
  input: Strict({}),
  output: Account,
  example: {},
  handler: getAccount,
});
