import { T } from '../../../../kernel/schema.ts';
import { readVatReport, type VatReport } from '../../../../modules/orders/vat/report.ts';
import { adminPaths } from '../../../paths.ts';
import { FilterSelect } from '../../../ui/filters.tsx';
import { countryLabel, formatCount, formatDollars, formatMoney, formatPercent } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { adminPage } from '../page.tsx';

const TREATMENTS: Record<VatReport['rows'][number]['treatment'], string> = {
  domestic: 'Domestic',
  eu_consumer: 'EU consumers',
  reverse_charge: 'Reverse charge',
  outside_eu: 'Outside the EU',
  unknown: 'Unknown',
};

const formatQuarter = (quarter: string): string => quarter.replace(/^(\d+)-Q(\d)$/, 'Quarter $2 of $1');

interface Column {
  name: string;
  format(row: VatReport['rows'][number]): string;
}

const COLUMNS: Column[] = [
  { name: 'Rate', format: ({ rate }) => formatPercent(rate) },
  { name: 'Invoices', format: ({ invoices }) => formatCount(invoices) },
  { name: 'Credit notes', format: ({ credit_notes }) => formatCount(credit_notes) },
  { name: 'Net', format: ({ net_cents }) => formatDollars(net_cents) },
  { name: 'VAT', format: ({ vat_cents }) => formatDollars(vat_cents) },
];

/** VAT in the seller's own currency; only some invoices state it. */
const OWN_CURRENCY: Column = {
  name: 'VAT in local currency',
  format: ({ own_currency, own_vat_cents }) => (own_currency ? formatMoney(own_currency, own_vat_cents!) : '–'),
};

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
  <section class="scroll" aria-label="Table by country" tabindex={0}>
    <table class="books books-wide">
      <thead>
        <tr>
          <th scope="col">Country</th>
          <th scope="col">Treatment</th>
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
            <td data-label="Treatment">{TREATMENTS[row.treatment]}</td>
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
            Total after credit notes
          </th>
          <td class="cents" data-label="Net">
            {formatDollars(report.net_cents)}
          </td>
          <td class="cents" data-label="VAT">
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
    <h2 id="reverse">Reverse charge by customer</h2>
    <p>
      For your EC sales list. <a href={adminPaths.vatFile({ file: `reverse-charge-${report.quarter}.csv` })}>Download CSV</a>
    </p>
    <section class="scroll" aria-label="Table by customer" tabindex={0}>
      <table class="books">
        <thead>
          <tr>
            <th scope="col">VAT number</th>
            <th scope="col">Customer</th>
            <th scope="col" class="cents">
              Net
            </th>
          </tr>
        </thead>
        <tbody>
          {report.reverse_charge.map(({ vat_number, customer, net_cents }) => (
            <tr>
              <th scope="row">{vat_number ?? 'None'}</th>
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
  trail: [{ name: 'Orders', href: adminPaths.orders() }],
  query: { quarter: T.Optional(T.String({ pattern: '^\\d{4}-Q[1-4]$' })) },
  load: (ctx, input) => readVatReport(ctx, input),
  title: ({ quarter }) => `VAT, ${quarter}`,
  description: 'Sales and VAT by country, treatment and rate.',
  canonical: ({ quarter }) => adminPaths.vat({ quarter }),
  has_own_heading: true,
  view: (report, { site }) => (
    <>
      <header class="page-head">
        <h1>VAT</h1>
        <p class="lede" dir="auto">
          {formatQuarter(report.quarter)} on {site.name}, by invoice date. Amounts in US dollars.
        </p>
      </header>
      <form method="get" action={adminPaths.vat()} class="row-form">
        <FilterSelect
          name="quarter"
          title="Quarter"
          options={report.quarters.map((quarter) => ({ value: quarter, name: formatQuarter(quarter) }))}
          value={report.quarter}
        />
        <button class="button" type="submit">
          Show
        </button>
      </form>
      <section class="block" aria-labelledby="by-country">
        <h2 id="by-country">By country</h2>
        {report.rows.length > 0 ? (
          <>
            <p>
              <a href={adminPaths.vatFile({ file: `vat-${report.quarter}.csv` })}>Download CSV</a>
            </p>
            <ByCountry report={report} />
          </>
        ) : (
          <Empty title="No invoices in this quarter." />
        )}
      </section>
      {report.reverse_charge.length > 0 && <ReverseCharge report={report} />}
    </>
  ),
});
