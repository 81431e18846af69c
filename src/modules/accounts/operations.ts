import { operation } from '../../kernel/operation.ts';
import { Strict } from '../../kernel/schema.ts';
import { getAccount } from './account.ts';
import { Account } from './schema.ts';

export const get_account = operation({
  id: 'get_account',
  method: 'GET',
  path: '/me',
  access: 'account:read',
  status: 200,
  tag: 'Account',
  summary: 'Who you are and what your access allows',
  description:
    'The signed-in account, the scopes of these credentials, the limits left, and what can only be done on the site (voting and paying).',
  input: Strict({}),
  output: Account,
  example: {},
  handler: getAccount,
});
