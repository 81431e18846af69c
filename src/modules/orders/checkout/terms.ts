import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { lockOwnOrder } from '../details/order-details.ts';
import { selectOrderTerms, writeAcceptedTerms } from './queries.ts';

/** Which versions a page showed, as its form sends them back. */
export const shownTerms = (legal: { kind: string; number: number }[] = []): string =>
  ['terms', 'refunds'].flatMap((kind) => legal.filter((one) => one.kind === kind).map(({ number }) => `${kind} ${number}`)).join(', ');

/** Records which terms the buyer accepts with an order. Refuses if others are in force than the page showed. */
export const acceptTerms = (ctx: Ctx<Caller>, { number, shown = '' }: { number: string; shown?: string }): Promise<void> =>
  withDatabaseClock(ctx, async (ctx) => {
    const order = await lockOwnOrder(ctx, number);
    const versions = await selectOrderTerms(ctx);
    if (shownTerms(versions) !== shown)
      throw new Refusal('invalid_input', { detail: t('The terms have changed. Read the new ones below, then continue.') });
    if (versions.length > 0) await writeAcceptedTerms(ctx.sql, order.id, versions, ctx.clock.now());
  });
