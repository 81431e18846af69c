import { expect, test } from 'vitest';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { operation } from '../../src/kernel/operation.ts';
import { Strict, T } from '../../src/kernel/schema.ts';

const row = {
  id: 'who_am_i',
  method: 'GET',
  path: '/me',
  status: 200,
  tag: 'Account',
  summary: '',
  description: '',
  input: Strict({}),
  output: T.Integer(),
  example: {},
} as const;
const readAccountId = async ({ caller }: Ctx<Caller>): Promise<number> => caller.account_id;

test('the type checker accepts a handler that needs a caller only where access requires one', () => {
  expect(operation({ ...row, access: 'account:read', handler: readAccountId }).access).toBe('account:read');
  // @ts-expect-error anonymous requests have no caller
  expect(operation({ ...row, access: 'public', handler: readAccountId }).access).toBe('public');
  // @ts-expect-error nor before the transaction
  expect(operation({ ...row, access: 'public', before: readAccountId }).access).toBe('public');
});
