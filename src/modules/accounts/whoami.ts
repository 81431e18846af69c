import type { Caller, Ctx } from '../../kernel/context.ts';
import { limitsLeft } from './limits.ts';
import type { Account } from './schema.ts';
import { findAccount } from './whoami-queries.ts';

/** What no key, token or tool can do. */
const ONLY_ON_THE_SITE = ['vote for a launch', 'pay an order', 'manage API keys and connected applications'];

/** Who the caller is, what these credentials allow, and what is left of its limits. */
export const getAccount = async (ctx: Ctx): Promise<Account> => {
  const caller = ctx.caller as Caller;
  const [account, limits] = await Promise.all([findAccount(ctx, caller.account_id), limitsLeft(ctx, caller.account_id)]);
  return {
    ...account,
    access: { kind: caller.kind, client: caller.client, scopes: [...caller.scopes], expires_at: caller.expires_at?.toISOString() ?? null },
    limits: limits.map(({ name, limit, remaining, window_seconds }) => ({ name, limit, remaining, window_seconds })),
    only_on_the_site: ONLY_ON_THE_SITE,
  };
};
