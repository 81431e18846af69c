import { Refusal } from '../../../../kernel/errors.ts';
import { t } from '../../../../kernel/language/messages.ts';
import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import {
  deliverAgain,
  finishLine,
  finishTask,
  giveUpLine,
  reopenTask,
  skipTask,
  startTask,
} from '../../../../modules/orders/fulfilment/team-tasks.ts';
import { refundOrder, retryRefund } from '../../../../modules/orders/payment/refunds.ts';
import { createPromoCode, setPromoCodeActive } from '../../../../modules/orders/promo-codes/promo-codes.ts';
import { setPrice } from '../../../../modules/orders/quote/prices.ts';
import { setSeller } from '../../../../modules/orders/quote/seller.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { Checkbox, IdField, WholeNumber } from '../../../server/form-action.ts';
import { formatDollars, parseDollars } from '../../../ui/format.tsx';

const NOTE = RequiredText(500);

/** Reads an amount in dollars as cents. */
const parseAmount = (text: string, path: string): number => {
  const cents = parseDollars(text);
  if (cents === null)
    throw new Refusal('invalid_input', {
      errors: [{ path, code: 'wrong_form', message: t('must be an amount, such as 49.00'), actual: text }],
    });
  return cents;
};

/** What to call when a task is set to a status. */
const TASK_OPERATIONS = { to_do: reopenTask, doing: startTask, done: finishTask, not_possible: skipTask } as const;

/** Reports errors about `amount_cents` at the form field `amount`, in dollars. */
const throwAtAmount = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error;
  const errors = error.errors.map((one) =>
    one.path === 'amount_cents'
      ? {
          ...one,
          path: 'amount',
          message: t('must be from {least} to {most}, what is left of it', {
            least: formatDollars(1),
            most: formatDollars(Number(one.limit)),
          }),
        }
      : one,
  );
  throw new Refusal(error.code, { detail: error.detail ?? undefined, errors });
};

export const ADMIN_ORDER_ACTIONS = [
  teamForm({
    path: adminPaths.refundOrder,
    page: adminPaths.order,
    fields: {
      line: T.Optional(IdField),
      amount: T.Optional(Text(16)),
      reason: NOTE,
      went_back: T.Optional(WholeNumber),
    },
    async run(ctx, { number, line, amount, reason, went_back }) {
      const scope = {
        ...(went_back !== undefined && { seen_cents: went_back }),
        ...(line && { line_id: line }),
        ...(amount && { amount_cents: parseAmount(amount, 'amount') }),
      };
      await refundOrder(ctx, { number, ...scope, reason }).catch(throwAtAmount);
    },
    done: 'refunded',
  }),
  teamForm({
    path: adminPaths.retryRefund,
    page: adminPaths.order,
    fields: { refund_id: IdField },
    run: retryRefund,
    done: 'retried',
  }),
  teamForm({
    path: adminPaths.setTaskStatus,
    page: adminPaths.order,
    fields: {
      task_id: IdField,
      status: OneOf(['to_do', 'doing', 'done', 'not_possible']),
      note: T.Optional(Text(500)),
      url: T.Optional(T.String({ maxLength: 2048, pattern: '^https?://' })),
    },
    run: (ctx, { task_id, status, note = '', url }) => TASK_OPERATIONS[status](ctx, { task_id, note, url }),
    done: 'step',
  }),
  teamForm({
    path: adminPaths.deliverLine,
    page: adminPaths.order,
    fields: { line_id: IdField },
    run: deliverAgain,
    done: 'delivered',
  }),
  teamForm({
    path: adminPaths.finishLine,
    page: adminPaths.order,
    fields: { line_id: IdField, note: NOTE },
    run: finishLine,
    done: 'finished',
  }),
  teamForm({
    path: adminPaths.giveUpLine,
    page: adminPaths.order,
    fields: { line_id: IdField, reason: NOTE },
    run: giveUpLine,
    done: 'given_up',
  }),
  teamForm({
    path: adminPaths.products,
    page: adminPaths.products,
    fields: { code: RequiredText(60), price: RequiredText(16), on_offer: T.Optional(T.String()) },
    run: async (ctx, { code, price, on_offer }) =>
      setPrice(ctx, { code, price_cents: parseAmount(price, 'price'), on_offer: on_offer === 'on' }),
    done: 'priced',
    unchanged: 'unchanged',
  }),
  teamForm({
    path: adminPaths.promoCodes,
    page: adminPaths.promoCodes,
    fields: {
      code: RequiredText(32),
      percent: T.Optional(WholeNumber),
      amount: T.Optional(Text(16)),
      starts_on: T.Optional(Text(10)),
      ends_on: T.Optional(Text(10)),
      max_uses: T.Optional(WholeNumber),
      uses_per_account: T.Optional(WholeNumber),
    },
    named_fields: { '^product\\.[a-z_]{1,60}$': Checkbox },
    run: (ctx, input) =>
      createPromoCode(ctx, {
        code: input.code,
        percent: input.percent ?? null,
        amount_cents: input.amount ? parseAmount(input.amount, 'amount') : null,
        products: Object.keys(input).flatMap((name) => (name.startsWith('product.') ? [name.slice('product.'.length)] : [])),
        starts_on: input.starts_on ?? null,
        ends_on: input.ends_on ?? null,
        max_uses: input.max_uses ?? null,
        uses_per_account: input.uses_per_account ?? null,
      }),
    done: 'created',
  }),
  teamForm({
    path: adminPaths.setPromoCodeActive,
    page: adminPaths.promoCodes,
    fields: { active: OneOf(['yes', 'no']) },
    run: (ctx, { id, active }) => setPromoCodeActive(ctx, { id, active: active === 'yes' }),
    done: 'changed',
    unchanged: 'unchanged',
  }),
  teamForm({
    path: adminPaths.setSeller,
    page: adminPaths.products,
    fields: {
      name: RequiredText(200),
      address: RequiredText(1200),
      country: RequiredText(60),
      vat_number: T.Optional(Text(32)),
      email: T.Optional(Text(254)),
    },
    run: setSeller,
    done: 'seller',
  }),
];
