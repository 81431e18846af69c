import { Refusal } from '../../kernel/errors.ts';
import { OneOf, RequiredText, Strict, T, Text } from '../../kernel/schema.ts';
import { deliverAgain, finishLine, finishTask, giveUpLine, reopenTask, skipTask, startTask } from '../../modules/orders/delivery/team.ts';
import { refundOrder, retryRefund } from '../../modules/orders/payment/refund.ts';
import { setPrice } from '../../modules/orders/pricing.ts';
import { setSeller } from '../../modules/orders/seller-details.ts';
import { to } from '../addresses.ts';
import { centsIn, dollars } from '../money.ts';
import { ID } from './account.ts';
import { teamAction } from './action.ts';

const NUMBER = RequiredText(32);
const NOTE = RequiredText(500);
const PAGE = 'admin_order';
const WHOLE = T.String({ pattern: '^\\d{1,9}$' });

/** An amount as it was typed, in cents. */
const amountIn = (typed: string, path: string): number => {
  const cents = centsIn(typed);
  if (cents === null)
    throw new Refusal('invalid_input', {
      errors: [{ path, code: 'wrong_form', message: 'must be an amount such as 49.00', actual: typed }],
    });
  return cents;
};

/** The verb by what a step is said to be. */
const STEPS = { to_do: reopenTask, doing: startTask, done: finishTask, not_possible: skipTask } as const;

/** What the verb says of cents, said of what was typed. */
const atAmount = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error;
  const errors = error.errors.map((one) =>
    one.path === 'amount_cents'
      ? { ...one, path: 'amount', message: `must be from $0.01 to ${dollars(Number(one.limit))}, what is left of it` }
      : one,
  );
  throw new Refusal(error.code, { detail: error.detail ?? undefined, errors });
};

export const ADMIN_ORDER_ACTIONS = [
  teamAction({
    path: '/admin/orders/:number/refund',
    page: PAGE,
    input: Strict({ number: NUMBER, line: T.Optional(ID), amount: T.Optional(Text(16)), reason: NOTE, went_back: T.Optional(WHOLE) }),
    async run(ctx, { number, line, amount, reason, went_back }) {
      const of = {
        ...(went_back && { seen_cents: Number(went_back) }),
        ...(line && { line_id: Number(line) }),
        ...(amount && { amount_cents: amountIn(amount, 'amount') }),
      };
      await refundOrder(ctx, { number, ...of, reason }).catch(atAmount);
      return { go_to: to.adminOrder(number, 'refunded') };
    },
  }),
  teamAction({
    path: '/admin/orders/:number/retry',
    page: PAGE,
    input: Strict({ number: NUMBER, refund_id: ID }),
    async run(ctx, { number, refund_id }) {
      await retryRefund(ctx, { refund_id: Number(refund_id) });
      return { go_to: to.adminOrder(number, 'retried') };
    },
  }),
  teamAction({
    path: '/admin/orders/:number/task',
    page: PAGE,
    input: Strict({
      number: NUMBER,
      task_id: ID,
      status: OneOf(['to_do', 'doing', 'done', 'not_possible']),
      note: T.Optional(Text(500)),
      url: T.Optional(T.String({ maxLength: 2048, pattern: '^https?://' })),
    }),
    async run(ctx, { number, task_id, status, note = '', url }) {
      await STEPS[status](ctx, { task_id: Number(task_id), note, url });
      return { go_to: to.adminOrder(number, 'step') };
    },
  }),
  teamAction({
    path: '/admin/orders/:number/deliver',
    page: PAGE,
    input: Strict({ number: NUMBER, line_id: ID }),
    async run(ctx, { number, line_id }) {
      await deliverAgain(ctx as Parameters<typeof deliverAgain>[0], { line_id: Number(line_id) });
      return { go_to: to.adminOrder(number, 'delivered') };
    },
  }),
  teamAction({
    path: '/admin/orders/:number/finish',
    page: PAGE,
    input: Strict({ number: NUMBER, line_id: ID, note: NOTE }),
    async run(ctx, { number, line_id, note }) {
      await finishLine(ctx, { line_id: Number(line_id), note });
      return { go_to: to.adminOrder(number, 'finished') };
    },
  }),
  teamAction({
    path: '/admin/orders/:number/give-up',
    page: PAGE,
    input: Strict({ number: NUMBER, line_id: ID, reason: NOTE }),
    async run(ctx, { number, line_id, reason }) {
      await giveUpLine(ctx, { line_id: Number(line_id), reason });
      return { go_to: to.adminOrder(number, 'given_up') };
    },
  }),
  teamAction({
    path: '/admin/products',
    page: 'admin_products',
    input: Strict({ code: RequiredText(60), price: RequiredText(16), on_offer: T.Optional(T.String()) }),
    async run(ctx, { code, price, on_offer }) {
      const changed = await setPrice(ctx, { code, price_cents: amountIn(price, 'price'), on_offer: on_offer === 'on' });
      return { go_to: to.adminProducts(changed ? 'priced' : 'unchanged') };
    },
  }),
  teamAction({
    path: '/admin/products/seller',
    page: 'admin_products',
    input: Strict({
      name: RequiredText(200),
      address: RequiredText(1200),
      country: RequiredText(60),
      vat_number: T.Optional(Text(32)),
      email: T.Optional(Text(254)),
    }),
    async run(ctx, input) {
      await setSeller(ctx, input);
      return { go_to: to.adminProducts('seller') };
    },
  }),
];
