import { createHash } from 'node:crypto';
import { ForgedNotice, type PaymentProvider } from './payments.ts';

const nameOf = (kind: string, ...parts: unknown[]): string =>
  `test_${kind}_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;

/**
 * Payments without money, for trying things out; never with NODE_ENV=production. They are made on a page of our own, and nobody
 * else knows anything of them.
 */
export const testPayments: PaymentProvider = {
  name: 'test',
  async open({ number, attempt, lines, test_url }) {
    const asked_cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const session = nameOf('session', number, attempt, asked_cents);
    return {
      session,
      intent: session,
      number,
      asked_cents,
      received_cents: 0,
      returned_cents: 0,
      open: true,
      url: `${test_url}/${session}`,
    };
  },
  look: async () => null,
  close: async () => null,
  find: async () => null,
  refund: async ({ name, again }) => ({ reference: nameOf('refund', name, again) }),
  read() {
    throw new ForgedNotice('Nobody sends notices of test payments.');
  },
  async *missed() {},
};
