import type { Scope } from '../../kernel/context.ts';
import { OneOf, RequiredText, Strict, T } from '../../kernel/schema.ts';
import { createKey, revokeKey } from '../../modules/accounts/keys.ts';
import { SCOPES } from '../../modules/accounts/schema.ts';
import { to } from '../addresses.ts';
import { ID } from './account.ts';
import { memberAction } from './action.ts';

const DAY_MS = 24 * 3600_000;

/** How long a key may be good for, in days; `never` for as long as it is not revoked. */
export const KEY_LIVES = ['30', '90', '365', 'never'] as const;

/** A box that is ticked. */
const Box = T.Optional(T.String({ pattern: '^on$' }));

export const KEY_ACTIONS = [
  memberAction({
    path: '/account/keys',
    page: 'account_keys',
    input: Strict({
      name: RequiredText(100),
      lives: OneOf([...KEY_LIVES]),
      ...(Object.fromEntries(SCOPES.map((scope) => [scope, Box])) as Record<Scope, typeof Box>),
    }),
    async run(ctx, { name, lives, ...boxes }) {
      const expires_at = lives === 'never' ? null : new Date(ctx.clock.now().getTime() + Number(lives) * DAY_MS);
      const { key } = await createKey(ctx, { name, scopes: SCOPES.filter((scope) => boxes[scope]), expires_at });
      return { told: { key } };
    },
  }),
  memberAction({
    path: '/account/keys/revoke',
    page: 'account_keys',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await revokeKey(ctx, { id: Number(id) });
      return { go_to: to.keys() };
    },
  }),
];
