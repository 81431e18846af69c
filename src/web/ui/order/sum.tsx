import { rich, t } from '../../../kernel/language/messages.ts';
import { weekAt } from '../../../kernel/time/weeks.ts';
import { findProduct, productName } from '../../../modules/orders/products.ts';
import type { OrderQuote, Vat } from '../../../modules/orders/schema.ts';
import { currentPage } from '../../server/page.ts';
import { countryLabel, formatDollars, formatPercent, WeekDates } from '../format.tsx';

type VatSummary = Pick<Vat, 'rate' | 'treatment' | 'number_status'>;

const vatLabel = ({ rate, treatment }: VatSummary): string => {
  if (treatment === 'unknown') return t('VAT');
  return rate ? t('VAT, {rate}', { rate: formatPercent(rate) }) : t('VAT, none');
};

const VAT_NUMBER_NOTES: Record<VatSummary['number_status'], (country: string) => string> = {
  not_given: () => '',
  valid: () => '',
  invalid: (country) => t(' The VAT number isn’t valid in {country}, so we charge VAT as for a consumer.', { country }),
  unchecked: () =>
    t(' We couldn’t check your VAT number, so we charge VAT as for a consumer. For reverse charge, try again in a few minutes.'),
};

export const describeVat = (vat: VatSummary, country: string | null): string => {
  const country_name = country ? countryLabel(country) : t('your country');
  switch (vat.treatment) {
    case 'unknown':
      return t('VAT depends on your country. Choose it to see the final total.');
    case 'reverse_charge':
      return t('Reverse charge: your VAT number is valid, so we charge no VAT. Your business accounts for it in {country_name}.', {
        country_name,
      });
    case 'outside_eu':
      return t('No VAT: {country_name} is outside the EU.', { country_name });
    case 'domestic':
      return t('{percent} VAT of {country_name}, the seller’s country.{value}', {
        percent: formatPercent(vat.rate ?? 0),
        country_name,
        value: vat.number_status === 'invalid' ? t(' The VAT number isn’t valid in {country_name}.', { country_name }) : '',
      });
    case 'eu_consumer':
      return t('{percent} VAT of {country_name}.{country_name2}', {
        percent: formatPercent(vat.rate ?? 0),
        country_name,
        country_name2: VAT_NUMBER_NOTES[vat.number_status](country_name),
      });
  }
};

interface SumLine
  extends Pick<OrderQuote['lines'][number], 'product' | 'name' | 'bundle' | 'launch_week_on' | 'amount_cents' | 'discount_cents'> {
  listing_name?: string | null;
}

export type SumTotals = Pick<OrderQuote, 'promo_code' | 'discount_cents' | 'net_cents' | 'total_cents' | 'total_is_final' | 'vat'>;

/** The week a line is for. A launch without one goes live in the running week. */
const LineWeek = ({ line: { product, launch_week_on } }: { line: SumLine }) => {
  const { now, site } = currentPage();
  if (launch_week_on) return <>{rich('Week of {weekDates}', { weekDates: <WeekDates monday={launch_week_on} /> })}</>;
  return product === 'launch'
    ? rich('Goes live when you pay, in the running week of {weekDates}', { weekDates: <WeekDates monday={weekAt(now, site.time_zone)} /> })
    : null;
};

/** The lines at their full price; the totals below them show the discount. */
export const SumLines = ({ lines }: { lines: SumLine[] }) => (
  <ul class="rows rows-tight sum-lines">
    {lines.map((line) => (
      <li>
        <div>
          <p class="sum-name">{productName(line)}</p>
          <p class="quiet">
            {line.listing_name && <>{rich('For {listing_name}', { listing_name: <bdi>{line.listing_name}</bdi> })}</>}
            {line.listing_name && line.bundle && ', '}
            {line.bundle && t('part of {value}', { value: findProduct(line.bundle)?.name ?? line.bundle })}
          </p>
          <p class="quiet">
            <LineWeek line={line} />
          </p>
        </div>
        <p class="cents">{formatDollars(line.amount_cents + line.discount_cents)}</p>
      </li>
    ))}
  </ul>
);

/** The price without VAT, and the discount of a promo code if there is one. */
export const NetRow = ({
  sum: { promo_code, discount_cents, net_cents },
}: {
  sum: Omit<SumTotals, 'total_cents' | 'total_is_final' | 'vat'>;
}) => (
  <>
    {promo_code !== null && (
      <>
        <div>
          <dt>{t('Price')}</dt>
          <dd class="cents">{formatDollars(net_cents + discount_cents)}</dd>
        </div>
        <div>
          <dt>{t('Promo code {promo_code}', { promo_code })}</dt>
          <dd class="cents">{formatDollars(-discount_cents)}</dd>
        </div>
      </>
    )}
    <div>
      <dt>{t('Subtotal')}</dt>
      <dd class="cents">{formatDollars(net_cents)}</dd>
    </div>
  </>
);

/** The total, with the VAT and its explanation. */
export const OrderTotals = ({ sum, country }: { sum: SumTotals; country: string | null }) => (
  <>
    <dl class="totals-list">
      <NetRow sum={sum} />
      <div>
        <dt>{vatLabel(sum.vat)}</dt>
        <dd class="cents">{sum.vat.amount_cents === null ? t('depends on country') : formatDollars(sum.vat.amount_cents)}</dd>
      </div>
      <div class="totals-all">
        <dt>{sum.total_is_final ? t('Total') : t('Total before VAT')}</dt>
        <dd class="cents">{formatDollars(sum.total_cents)}</dd>
      </div>
    </dl>
    {(sum.vat.treatment !== 'unknown' || !sum.total_is_final) && <p class="quiet vat-says">{describeVat(sum.vat, country)}</p>}
  </>
);
