import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { T } from '../../../../kernel/schema.ts';
import { readVatReport, type VatReport } from '../../../../modules/orders/vat/report.ts';
import { adminPaths } from '../../../paths.ts';
import { FilterSelect } from '../../../ui/filters.tsx';
import { countryLabel, formatCount, formatDollars, formatMoney, formatPercent } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { adminPage } from '../page.tsx';

const TREATMENTS: Record<VatReport['rows'][number]['treatment'], string> = texts({
  domestic: msg('Domestic'),
  eu_consumer: msg('EU consumers'),
  reverse_charge: msg('Reverse charge'),
  outside_eu: msg('Outside the EU'),
  unknown: msg('Unknown'),
});

/** 2026-Q4 */
const formatQuarter = (quarter: string): string => {
  const [year = '', number = ''] = quarter.split('-Q');
  return t('Quarter {number} of {year}', { number, year });
};

interface Column {
  name: string;
  format(row: VatReport['rows'][number]): string;
}

const COLUMNS: Column[] = texts<Column[]>([
  { name: msg('Rate'), format: ({ rate }) => formatPercent(rate) },
  { name: msg('Invoices'), format: ({ invoices }) => formatCount(invoices) },
  { name: msg('Credit notes'), format: ({ credit_notes }) => formatCount(credit_notes) },
  { name: msg('Net'), format: ({ net_cents }) => formatDollars(net_cents) },
  { name: msg('VAT'), format: ({ vat_cents }) => formatDollars(vat_cents) },
]);

/** VAT in the seller's own currency; only some invoices state it. */
const OWN_CURRENCY: Column = texts<Column>({
  name: msg('VAT in local currency'),
  format: ({ own_currency, own_vat_cents }) => (own_currency ? formatMoney(own_currency, own_vat_cents!) : '–'),
});

const columnsOf = ({ rows }: VatReport): Column[] => (rows.some(({ own_currency }) => own_currency) ? [...COLUMNS, OWN_CURRENCY] : COLUMNS);

/** One total per currency: a seller who moved to another country has two. */
const ownCurrencyTotals = ({ rows }: VatReport): string => {
  const sums = new Map<string, number>();
  for (const { own_currency, own_vat_cents } of rows)
    if (own_currency) sums.set(own_currency, (sums.get(own_currency) ?? 0) + own_vat_cents!);
  return [...sums].map(([currency, cents]) => formatMoney(currency, cents)).join(', ');
};

/** On phones a row is shown as a list, so each cell carries the name of its column. */
const ByCountry = ({ report }: { report: VatReport }) => (
  <section class="scroll" aria-label={t('Table by country')} tabindex={0}>
    <table class="books books-wide">
      <thead>
        <tr>
          <th scope="col">{t('Country')}</th>
          <th scope="col">{t('Treatment')}</th>
          {columnsOf(report).map(({ name }) => (
            <th scope="col" class="cents">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.rows.map((row) => (
          <tr>
            <th scope="row">{countryLabel(row.country)}</th>
            <td data-label={t('Treatment')}>{TREATMENTS[row.treatment]}</td>
            {columnsOf(report).map(({ name, format }) => (
              <td class="cents" data-label={name}>
                {format(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colspan={5}>
            {t('Total after credit notes')}
          </th>
          <td class="cents" data-label={t('Net')}>
            {formatDollars(report.net_cents)}
          </td>
          <td class="cents" data-label={t('VAT')}>
            {formatDollars(report.vat_cents)}
          </td>
          {columnsOf(report).includes(OWN_CURRENCY) && (
            <td class="cents" data-label={OWN_CURRENCY.name}>
              {ownCurrencyTotals(report)}
            </td>
          )}
        </tr>
      </tfoot>
    </table>
  </section>
);

const ReverseCharge = ({ report }: { report: VatReport }) => (
  <section class="block" aria-labelledby="reverse">
    <h2 id="reverse">{t('Reverse charge by customer')}</h2>
    <p>
      {t('For your EC sales list.')} <a href={adminPaths.vatFile({ file: `reverse-charge-${report.quarter}.csv` })}>{t('Download CSV')}</a>
    </p>
    <section class="scroll" aria-label={t('Table by customer')} tabindex={0}>
      <table class="books">
        <thead>
          <tr>
            <th scope="col">{t('VAT number')}</th>
            <th scope="col">{t('Customer')}</th>
            <th scope="col" class="cents">
              {t('Net')}
            </th>
          </tr>
        </thead>
        <tbody>
          {report.reverse_charge.map(({ vat_number, customer, net_cents }) => (
            <tr>
              <th scope="row">{vat_number ?? t('None')}</th>
              <td dir="auto">{customer}</td>
              <td class="cents">{formatDollars(net_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </section>
);

export const vatPage = adminPage({
  name: 'admin_vat',
  path: adminPaths.vat,
  query: { quarter: T.Optional(T.String({ pattern: '^\\d{4}-Q[1-4]$' })) },
  load: (ctx, input) => readVatReport(ctx, input),
  title: ({ quarter }) => t('VAT, {quarter}', { quarter }),
  description: msg('Sales and VAT by country, treatment and rate.'),
  canonical: ({ quarter }) => adminPaths.vat({ quarter }),
  has_own_heading: true,
  view: (report, { site }) => (
    <>
      <header class="page-head">
        <h1>{t('VAT')}</h1>
        <p class="lede" dir="auto">
          {t('{quarter} on {site}, by invoice date. Amounts in US dollars.', { quarter: formatQuarter(report.quarter), site: site.name })}
        </p>
      </header>
      <form method="get" action={adminPaths.vat()} class="row-form">
        <FilterSelect
          name="quarter"
          title={t('Quarter')}
          options={report.quarters.map((quarter) => ({ value: quarter, name: formatQuarter(quarter) }))}
          value={report.quarter}
        />
        <button class="button" type="submit">
          {t('Show')}
        </button>
      </form>
      <section class="block" aria-labelledby="by-country">
        <h2 id="by-country">{t('By country')}</h2>
        {report.rows.length > 0 ? (
          <>
            <p>
              <a href={adminPaths.vatFile({ file: `vat-${report.quarter}.csv` })}>{t('Download CSV')}</a>
            </p>
            <ByCountry report={report} />
          </>
        ) : (
          <Empty title={t('No invoices in this quarter.')} />
        )}
      </section>
      {report.reverse_charge.length > 0 && <ReverseCharge report={report} />}
    </>
  ),
});
