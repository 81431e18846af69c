import type { Sql } from 'postgres';
import type { Clock } from '../../../kernel/clock.ts';
import type { Facts, PaymentProvider, Seen } from '../../../outside/payments.ts';
import { lockOrder, type Payment, type ProviderName, writeFacts } from './payment-queries.ts';
import { settle } from './settle.ts';

/** What looking at payments needs: the world, and a database that is not in a transaction. */
export interface Looking {
  sql: Sql;
  clock: Clock;
  outside: { payments: PaymentProvider | null };
}

/** Keeps what was learnt of a way to pay, with all that follows. */
export const keepFacts = (
  { sql, clock }: Pick<Looking, 'sql' | 'clock'>,
  { order_id, provider }: { order_id: number; provider: ProviderName },
  facts: Facts,
): Promise<void> =>
  sql.begin(async (sql) => {
    const at = clock.now();
    const order = await lockOrder(sql, order_id);
    await writeFacts(sql, order, provider, facts, at);
    await settle(sql, { order_id, at });
  }) as Promise<void>;

/** What we know of a way to pay, where nobody knows more. */
export const factsKept = ({ session, intent, url, asked_cents, received_cents, returned_cents, open }: Payment): Facts => ({
  session,
  intent,
  number: null,
  asked_cents,
  received_cents,
  returned_cents,
  open,
  url: open ? url : null,
});

const factsSeen = (way: Payment, seen: Seen, otherwise: Facts): Facts =>
  seen === 'gone' ? { ...factsKept(way), open: false, url: null } : (seen ?? otherwise);

/** How a way to pay stands at its provider. Nobody pays by a provider that is no longer set. */
export const lookAt = async ({ outside }: Pick<Looking, 'outside'>, way: Payment): Promise<Facts> => {
  const provider = outside.payments;
  if (provider?.name !== way.provider) return { ...factsKept(way), url: null };
  return factsSeen(way, await provider.look(way.session), factsKept(way));
};

/** Sees to it that nobody can pay this way any more, and keeps how it stands. Test payments are closed by our saying so. */
export const closeWay = async (looking: Looking, way: Payment): Promise<Facts> => {
  const provider = looking.outside.payments;
  const seen = provider?.name === way.provider ? await provider.close(way.session) : null;
  const facts = factsSeen(way, seen, { ...factsKept(way), open: way.provider === 'stripe', url: null });
  await keepFacts(looking, way, facts);
  return facts;
};
