import type { Ctx } from '../../kernel/context.ts';
import { readVatReport, type VatReport } from '../../modules/orders/vat/report.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { dollars, inMoney, percent } from '../money.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Select } from '../parts/facets.tsx';
import { count, countryName } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<VatReport> => {
  const team = signedIn(ctx);
  const asked = typed(query.quarter);
  return readVatReport(team, { quarter: asked && /^\d{4}-Q[1-4]$/.test(asked) ? asked : undefined });
};

export const head = ({ quarter }: VatReport): Head => ({
  title: `VAT, ${quarter}`,
  description: 'What was sold by country, treatment and rate, and the VAT on it.',
  canonical: to.adminVat(quarter),
  trail: [
    { name: 'Your account', href: to.account() },
    { name: 'Orders', href: to.adminOrders() },
  ],
  index: false,
});

const TREATMENTS: Record<VatReport['rows'][number]['treatment'], string> = {
  domestic: 'At home',
  eu_consumer: 'EU consumers',
  reverse_charge: 'Reverse charge',
  outside_eu: 'Outside the EU',
  unknown: 'Not known',
};

const sayQuarter = (quarter: string): string => quarter.replace(/^(\d+)-Q(\d)$/, 'Quarter $2 of $1');

interface Figure {
  name: string;
  of(row: VatReport['rows'][number]): string;
}

const FIGURES: Figure[] = [
  { name: 'Rate', of: ({ rate }) => percent(rate) },
  { name: 'Invoices', of: ({ invoices }) => count(invoices) },
  { name: 'Credit notes', of: ({ credit_notes }) => count(credit_notes) },
  { name: 'Without VAT', of: ({ net_cents }) => dollars(net_cents) },
  { name: 'VAT', of: ({ vat_cents }) => dollars(vat_cents) },
];

/** Only where invoices state it. */
const OWN_MONEY: Figure = {
  name: 'VAT in own money',
  of: ({ own_currency, own_vat_cents }) => (own_currency ? inMoney(own_currency, own_vat_cents!) : '–'),
};

const figuresOf = ({ rows }: VatReport): Figure[] => (rows.some(({ own_currency }) => own_currency) ? [...FIGURES, OWN_MONEY] : FIGURES);

/** A seller who moved owes in the money of both. */
const sumsOfOwn = ({ rows }: VatReport): string => {
  const sums = new Map<string, number>();
  for (const { own_currency, own_vat_cents } of rows)
    if (own_currency) sums.set(own_currency, (sums.get(own_currency) ?? 0) + own_vat_cents!);
  return [...sums].map(([currency, cents]) => inMoney(currency, cents)).join(', ');
};

/** Each cell names its column, for phones, where a row is a list. */
const ByCountry = ({ report }: { report: VatReport }) => (
  <section class="totals" aria-label="Table by country" tabindex={0}>
    <table class="books books-wide">
      <thead>
        <tr>
          <th scope="col">Country</th>
          <th scope="col">Treated as</th>
          {figuresOf(report).map(({ name }) => (
            <th scope="col" class="cents">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.rows.map((row) => (
          <tr>
            <th scope="row">{countryName(row.country)}</th>
            <td data-label="Treated as">{TREATMENTS[row.treatment]}</td>
            {figuresOf(report).map(({ name, of }) => (
              <td class="cents" data-label={name}>
                {of(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colspan={5}>
            In all, credit notes taken off
          </th>
          <td class="cents" data-label="Without VAT">
            {dollars(report.net_cents)}
          </td>
          <td class="cents" data-label="VAT">
            {dollars(report.vat_cents)}
          </td>
          {figuresOf(report).includes(OWN_MONEY) && (
            <td class="cents" data-label={OWN_MONEY.name}>
              {sumsOfOwn(report)}
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
      For the recapitulative statement. <a href={to.vatCsv('reverse-charge', report.quarter)}>Download as CSV</a>
    </p>
    <section class="totals" aria-label="Table by customer" tabindex={0}>
      <table class="books">
        <thead>
          <tr>
            <th scope="col">VAT number</th>
            <th scope="col">Customer</th>
            <th scope="col" class="cents">
              Without VAT
            </th>
          </tr>
        </thead>
        <tbody>
          {report.reverse_charge.map(({ vat_number, customer, net_cents }) => (
            <tr>
              <th scope="row">{vat_number ?? 'None'}</th>
              <td dir="auto">{customer}</td>
              <td class="cents">{dollars(net_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </section>
);

export const view = (report: VatReport, { site }: Here) => (
  <>
    <header class="page-head">
      <h1>VAT</h1>
      <p class="lede" dir="auto">
        {sayQuarter(report.quarter)} on {site.name}, by the day of the invoice. Amounts are US dollars.
      </p>
    </header>
    <form method="get" action={to.adminVat()} class="row-form quarter-form">
      <Select
        name="quarter"
        title="Quarter"
        offered={report.quarters.map((quarter) => ({ value: quarter, name: sayQuarter(quarter) }))}
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
            <a href={to.vatCsv('vat', report.quarter)}>Download as CSV</a>
          </p>
          <ByCountry report={report} />
        </>
      ) : (
        <Empty title="Nothing was invoiced in this quarter." />
      )}
    </section>
    {report.reverse_charge.length > 0 && <ReverseCharge report={report} />}
  </>
);
