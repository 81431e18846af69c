import { type Caller, type Ctx, isSignedIn, type Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import type { LimitLeft, Taken } from '../kernel/limits.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Static, TObject, TSchema } from '../kernel/schema.ts';
import { readInput } from '../kernel/validate.ts';
import { anonymousLimit, getCallLimits } from '../modules/accounts/limits.ts';
import { requireNotBanned } from '../modules/accounts/users/bans.ts';
import { findAnswer, type InvokeResult, idempotentCall, runOnce } from './idempotency.ts';

export const authorize = (row: Operation, caller: Caller | null): void => {
  if (row.access === 'public') return;
  if (!caller) throw new Refusal('missing_credentials');
  if (!caller.scopes.includes(row.access))
    throw new Refusal('insufficient_scope', { detail: `This operation needs the scope ${row.access}.` });
};

const requireGranted = (taken: Taken): LimitLeft => {
  if (!taken.granted) throw new Refusal('rate_limited', { limit: taken });
  return taken;
};

/** The limit with the least left. Throws if one was used up. */
const findScarcest = (taken: Taken[]): LimitLeft =>
  requireGranted(taken.reduce((a, b) => ((Number(a.granted) - Number(b.granted) || a.remaining - b.remaining) <= 0 ? a : b)));

const isTaken = (taken: Taken | Promise<Taken>): taken is Taken => !(taken instanceof Promise);

/** Counts a call against its rate limits and returns the one with the least left: at once if that needs no query. */
export const countCall = (row: Pick<Operation, 'id' | 'method'>, ctx: Ctx, ip: string): LimitLeft | Promise<LimitLeft> => {
  if (ctx.caller === null) {
    const { who, limit } = anonymousLimit(ctx.site, ip);
    const taken = ctx.limits.take(who, limit);
    return isTaken(taken) ? requireGranted(taken) : taken.then(requireGranted);
  }
  const limits = getCallLimits(ctx.site, row, ctx.caller.account_id);
  const taken = limits.map(({ who, limit }) => ctx.limits.take(who, limit));
  return taken.every(isTaken) ? findScarcest(taken) : Promise.all(taken).then(findScarcest);
};

/** Counts an anonymous request that is not an operation. */
export const countAnonymous = async ({ limits }: Pick<Ctx, 'limits'>, site: Site, ip: string): Promise<void> => {
  const { who, limit } = anonymousLimit(site, ip);
  requireGranted(await limits.take(who, limit));
};

/** Runs an operation. The only way in for REST and MCP, after `authorize` and `countCall`. */
export const invoke = async <I extends TObject, O extends TSchema, B>(
  row: Operation<string, I, O, B>,
  ctx: Ctx,
  sent: Record<string, unknown>,
  idempotency_key?: string,
): Promise<InvokeResult<Static<O>>> => {
  const input = readInput(row, sent);
  if (row.method !== 'GET' && isSignedIn(ctx)) await requireNotBanned(ctx);
  const call = idempotency_key !== undefined && row.idempotent && isSignedIn(ctx) ? idempotentCall(ctx, row, idempotency_key, input) : null;
  // A stored response needs no network calls.
  const stored = call && row.before && (await findAnswer<Static<O>>(ctx.sql, call));
  if (stored) return stored;
  // A row without `before` has a handler that does not take its result.
  const before = (await row.before?.(ctx, input)) as B;
  const run = (ctx: Ctx) => row.handler(ctx, input, before);
  return call ? runOnce(ctx, call, run) : { answer: await run(ctx), replayed: false };
};
