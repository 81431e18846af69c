import type { WholeOrder } from '../../modules/orders/whole-order.ts';
import { to } from '../addresses.ts';
import { dollars } from '../money.ts';
import { countryName } from '../wording.ts';
import { REFUND_SAYS } from './order-words.ts';
import { Day } from './time.tsx';

/** The invoice and what corrects it, to download. */
export const Papers = ({ order }: { order: Pick<WholeOrder, 'number' | 'papers'> }) =>
  order.papers.length > 0 ? (
    <section class="aside-block papers" aria-labelledby="papers">
      <h2 id="papers">Invoice</h2>
      <ul class="plain-list-tight">
        {order.papers.map(({ number, kind, issued_on, total_cents }) => (
          <li>
            <a href={kind === 'invoice' ? to.invoice(order.number) : to.creditNote(order.number, number)} type="application/pdf">
              {kind === 'invoice' ? 'Invoice' : 'Credit note'} {number} (PDF)
            </a>{' '}
            <span class="quiet">
              <Day on={issued_on} />, {dollars(total_cents)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ) : null;

const textIn = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** Whom the invoice is for. */
export const BilledTo = ({ order: { billing, vat_number } }: { order: Pick<WholeOrder, 'billing' | 'vat_number'> }) => {
  if (!billing) return null;
  const city = [textIn(billing.postal_code), textIn(billing.city)].filter(Boolean).join(' ');
  const country = textIn(billing.country);
  const lines = [billing.company, billing.name, billing.address, city, country && countryName(country), vat_number, billing.email];
  return (
    <section class="aside-block" aria-labelledby="billed">
      <h2 id="billed">Billed to</h2>
      <address class="billed">
        {lines.flatMap((line) => {
          const text = textIn(line);
          return text ? [<p dir="auto">{text}</p>] : [];
        })}
      </address>
    </section>
  );
};

/** Money that went back, and why. */
export const Refunds = ({ order }: { order: Pick<WholeOrder, 'refunds' | 'lines'> }) =>
  order.refunds.length > 0 ? (
    <section class="block" aria-labelledby="refunds">
      <h2 id="refunds">Money that goes back</h2>
      <ul class="refunds">
        {order.refunds.map(({ line_id, amount_cents, reason, status, created_at }) => (
          <li>
            <strong class="cents">{dollars(amount_cents)}</strong>
            {line_id !== null && ` for ${order.lines.find(({ id }) => id === line_id)?.name ?? 'a line'}`}, {REFUND_SAYS[status]},{' '}
            <Day on={created_at.toISOString()} />: <q dir="auto">{reason}</q>
          </li>
        ))}
      </ul>
    </section>
  ) : null;
