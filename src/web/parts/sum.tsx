import type { Quote } from '../../modules/orders/schema.ts';
import { dollars } from '../money.ts';
import { Day } from './time.tsx';
import { sayVat, vatLabel } from './vat-words.ts';

export interface SummedLine {
  name: string;
  /** The name of the bundle it was bought in. */
  bundle?: string | null;
  listing_name?: string | null;
  week: string | null;
  amount_cents: number;
}

export type Summed = Pick<Quote, 'net_cents' | 'total_cents' | 'vat'>;

/** What is ordered, each with its price without VAT. */
export const SumLines = ({ lines }: { lines: SummedLine[] }) => (
  <ul class="sum-lines">
    {lines.map(({ name, bundle, listing_name, week, amount_cents }) => (
      <li>
        <div>
          <p class="sum-name">{name}</p>
          <p class="quiet">
            {listing_name && (
              <>
                for <bdi>{listing_name}</bdi>
              </>
            )}
            {week && (
              <>
                {listing_name && ', '}week of <Day on={week} />
              </>
            )}
            {bundle && `${listing_name || week ? ', ' : ''}in the ${bundle}`}
          </p>
        </div>
        <p class="cents">{dollars(amount_cents)}</p>
      </li>
    ))}
  </ul>
);

/** What it comes to, with the VAT and why. */
export const Totals = ({ sum, country }: { sum: Summed; country: string | null }) => (
  <>
    <dl class="totals-list">
      <div>
        <dt>Without VAT</dt>
        <dd class="cents">{dollars(sum.net_cents)}</dd>
      </div>
      <div>
        <dt>{vatLabel(sum.vat)}</dt>
        <dd class="cents">{sum.vat.treatment === 'unknown' ? 'not known yet' : dollars(sum.vat.amount_cents)}</dd>
      </div>
      <div class="totals-all">
        <dt>Total</dt>
        <dd class="cents">{dollars(sum.total_cents)}</dd>
      </div>
    </dl>
    <p class="quiet vat-says">{sayVat(sum.vat, country)}</p>
  </>
);
