import type { ComponentChildren } from 'preact';
import type { Comparison, ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { count, countryName, label, withUnit } from '../wording.ts';
import { Evidence } from './evidence.tsx';
import { Icon } from './icon.tsx';
import { Logo } from './logo.tsx';
import { Outward } from './outward.tsx';
import { Week } from './time.tsx';

/** What every listing has or lacks, whatever its category. */
const COMMON: { name: string; show: (listing: ListingSummary) => ComponentChildren }[] = [
  {
    name: 'Category',
    show: ({ categories: [primary] }) =>
      primary && (
        <a href={to.category(primary.slug)} dir="auto">
          {primary.name}
        </a>
      ),
  },
  { name: 'Pricing', show: ({ pricing_model }) => pricing_model && <span dir="auto">{label(pricing_model)}</span> },
  { name: 'Stage', show: ({ stage }) => stage && label(stage) },
  { name: 'Country', show: ({ country }) => country && countryName(country) },
  { name: 'Launch', show: ({ launch_week_on }) => launch_week_on && <Week monday={launch_week_on} /> },
  { name: 'Community votes', show: ({ votes }) => count(votes) },
  {
    name: 'Website',
    show: ({ website, domain }) => (
      <Outward by="product" href={website}>
        {domain}
      </Outward>
    ),
  },
];

const NOT_STATED = <span class="not-said">Not stated</span>;

const Pair = ({ name, a, b }: { name: string; a: ComponentChildren; b: ComponentChildren }) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colspan={2} dir="auto">
        {name}
      </th>
    </tr>
    <tr>
      <td>{a || NOT_STATED}</td>
      <td>{b || NOT_STATED}</td>
    </tr>
  </tbody>
);

const said = (cell: Row['a'], of: string, unit: string | null): ComponentChildren =>
  cell && (
    <>
      <p class="attribute-value" dir="auto">
        {withUnit(cell.value, unit)}
      </p>
      <Evidence of={of} evidence={cell.evidence} />
    </>
  );

type Row = Comparison['rows'][number];

const isSaid = (row: Row): boolean => row.a !== null || row.b !== null;

/** What their categories are compared on and neither listing says, named once instead of as rows of blanks. */
export const NeitherSays = ({ rows }: { rows: Row[] }) => {
  const unsaid = rows.filter((row) => !isSaid(row));
  return unsaid.length > 0 ? (
    <section class="block not-stated" aria-labelledby="neither">
      <h2 id="neither">Stated by neither</h2>
      <ul>
        {unsaid.map(({ name }) => (
          <li dir="auto">
            <Icon name="blank" size={16} /> {name}
          </li>
        ))}
      </ul>
    </section>
  ) : null;
};

/** Two products, one fact under the other: names above each pair, so that it reads the same on a phone. */
export const CompareTable = ({ comparison: { a, b, rows } }: { comparison: Comparison }) => (
  <table class="compare">
    <caption class="unseen">
      {a.name} and {b.name} side by side
    </caption>
    <thead>
      <tr>
        {[a, b].map((listing) => (
          <th scope="col">
            <Logo name={listing.name} src={listing.logo_url} size={56} />
            <a href={to.listing(listing.slug)} dir="auto">
              {listing.name}
            </a>
            {listing.tagline && <p dir="auto">{listing.tagline}</p>}
          </th>
        ))}
      </tr>
    </thead>
    {COMMON.map(({ name, show }) => (
      <Pair name={name} a={show(a)} b={show(b)} />
    ))}
    {rows.filter(isSaid).map((row) => (
      <Pair name={row.name} a={said(row.a, `${row.name}, ${a.name}`, row.unit)} b={said(row.b, `${row.name}, ${b.name}`, row.unit)} />
    ))}
  </table>
);
