import type { Caller, Ctx, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import type { LimitLeft } from '../kernel/limits.ts';
import type { Operation } from '../kernel/operation.ts';
import { readInput } from '../kernel/validate.ts';
import { limitsFor, strangerLimit } from '../modules/accounts/limits.ts';
import { answered, keyed, type Outcome, once } from './once.ts';

/** Whether the caller may use an operation at all: signed in, and with its scope. */
export const admit = (row: Operation, caller: Caller | null): void => {
  if (row.access === 'public') return;
  if (!caller) throw new Refusal('missing_credentials');
  if (!caller.scopes.includes(row.access))
    throw new Refusal('insufficient_scope', { detail: `This operation needs the scope ${row.access}.` });
};

/** Counts a call against its limits and says what is left of the scarcest. */
export const countCall = async (row: Operation, ctx: Ctx, address: string): Promise<LimitLeft> => {
  const taken = await Promise.all(
    limitsFor(ctx.site, row, ctx.caller?.account_id ?? null, address).map(({ who, limit }) => ctx.limits.take(who, limit)),
  );
  const scarcest = taken.toSorted((a, b) => Number(a.granted) - Number(b.granted) || a.remaining - b.remaining)[0]!;
  if (!scarcest.granted) throw new Refusal('rate_limited', { limit: scarcest });
  return scarcest;
};

/** Counts what a stranger does outside of any operation. */
export const countStranger = async ({ limits }: Pick<Ctx, 'limits'>, site: Site, address: string): Promise<void> => {
  const { who, limit } = strangerLimit(site, address);
  const taken = await limits.take(who, limit);
  if (!taken.granted) throw new Refusal('rate_limited', { limit: taken });
};

/** The one door: REST and MCP reach a verb only through here, after admit and countCall. */
export const invoke = async (row: Operation, ctx: Ctx, sent: Record<string, unknown>, idempotency_key?: string): Promise<Outcome> => {
  const input = readInput(row, sent);
  const asked = idempotency_key !== undefined && row.idempotent ? keyed(ctx as Ctx<Caller>, row, idempotency_key, input) : null;
  // What has been answered already needs no network.
  const known = asked && row.before && (await answered(ctx.sql, asked));
  if (known) return known;
  const before = await row.before?.(ctx, input);
  const act = (ctx: Ctx) => row.handler!(ctx, input, before);
  return asked ? once(ctx, asked, act) : { answer: await act(ctx), replayed: false };
};
