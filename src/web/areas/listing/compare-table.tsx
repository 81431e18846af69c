import type { ComponentChildren } from 'preact';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { Comparison } from '../../../modules/listings/profile/schema.ts';
import type { ListingSummary } from '../../../modules/listings/schema.ts';
import { listingPaths, searchPaths } from '../../paths.ts';
import { Block, Evidence, ExternalLink, Icon, Logo } from '../../ui/elements.tsx';
import { countryLabel, formatAttribute, formatCount, pricingLabel, stageLabel, WeekText } from '../../ui/format.tsx';

/** Facts every listing can have, whatever its category. */
const COMMON_ROWS: { name: string; show: (listing: ListingSummary) => ComponentChildren }[] = texts([
  {
    name: msg('Category'),
    show: ({ categories: [primary] }) =>
      primary && (
        <a href={searchPaths.category({ slug: primary.slug })} dir="auto">
          {primary.name}
        </a>
      ),
  },
  { name: msg('Pricing'), show: ({ pricing_model }) => pricing_model && <span dir="auto">{pricingLabel(pricing_model)}</span> },
  { name: msg('Stage'), show: ({ stage }) => stage && stageLabel(stage) },
  { name: msg('Country'), show: ({ country }) => country && countryLabel(country) },
  { name: msg('Launch'), show: ({ launch_week_on }) => launch_week_on && <WeekText monday={launch_week_on} /> },
  { name: msg('Community votes'), show: ({ votes }) => formatCount(votes) },
  {
    name: msg('Website'),
    show: ({ website, domain }) => (
      <ExternalLink by="product" href={website}>
        {domain}
      </ExternalLink>
    ),
  },
]);

const NotStated = () => <span class="not-said">{t('Not stated')}</span>;

type ComparisonRow = Comparison['rows'][number];

const CompareRow = ({ name, cells }: { name: string; cells: ComponentChildren[] }) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colspan={cells.length} dir="auto">
        {name}
      </th>
    </tr>
    <tr>
      {cells.map((cell) => (
        <td>{cell || <NotStated />}</td>
      ))}
    </tr>
  </tbody>
);

const attributeCell = ({ name, values }: ComparisonRow, listing: ListingSummary): ComponentChildren => {
  const cell = values[listing.slug];
  return (
    cell && (
      <>
        <p class="attribute-value" dir="auto">
          {formatAttribute(cell.value, cell.unit)}
        </p>
        <Evidence of={`${name}, ${listing.name}`} evidence={cell.evidence} />
      </>
    )
  );
};

const hasValue = ({ values }: ComparisonRow): boolean => Object.values(values).some((cell) => cell !== null);

/** Attributes of their categories that no listing states, as a list instead of empty rows. */
export const UnstatedAttributes = ({ rows }: { rows: ComparisonRow[] }) => {
  const unstated = rows.filter((row) => !hasValue(row));
  return unstated.length > 0 ? (
    <Block id="neither" heading={t('Not stated by any product')} class="block not-stated">
      <ul class="icon-list">
        {unstated.map(({ name }) => (
          <li dir="auto">
            <Icon name="blank" size={16} /> {name}
          </li>
        ))}
      </ul>
    </Block>
  ) : null;
};

/** Products fact by fact. The fact's name is above each row of values, so that it works on phones. */
export const CompareTable = ({ comparison: { listings, rows } }: { comparison: Comparison }) => (
  <table class={listings.length > 2 ? 'compare compare-many' : 'compare'}>
    <caption class="unseen">
      {listings.map(({ name }) => name).join(', ')} {t('side by side')}
    </caption>
    <thead>
      <tr>
        {listings.map((listing) => (
          <th scope="col">
            <Logo name={listing.name} src={listing.logo_url} size={56} />
            <a href={listingPaths.listing({ slug: listing.slug })} dir="auto">
              {listing.name}
            </a>
            {listing.tagline && <p dir="auto">{listing.tagline}</p>}
          </th>
        ))}
      </tr>
    </thead>
    {COMMON_ROWS.map(({ name, show }) => (
      <CompareRow name={name} cells={listings.map(show)} />
    ))}
    {rows.filter(hasValue).map((row) => (
      <CompareRow name={row.name} cells={listings.map((listing) => attributeCell(row, listing))} />
    ))}
  </table>
);
