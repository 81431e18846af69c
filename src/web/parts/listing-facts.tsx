import type { ComponentChildren } from 'preact';
import type { Listing } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { count, counted, countryName, fieldName, label } from '../wording.ts';
import { Evidence } from './evidence.tsx';
import { Icon } from './icon.tsx';
import { Day, Week } from './time.tsx';

const rating = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const change = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

const DomainRating = ({ metric }: { metric: NonNullable<Listing['domain_rating']> }) => (
  <>
    <strong>{rating.format(metric.value)}</strong>
    {metric.trend !== null && (
      <span class={metric.trend < 0 ? 'trend trend-down' : 'trend'}>
        {change.format(metric.trend)}
        <span class="unseen"> since the value before</span>
      </span>
    )}
    {metric.source && (
      <span class="fact-source">
        <span dir="auto">{metric.source}</span>
        {metric.as_of && (
          <>
            , <Day on={metric.as_of} />
          </>
        )}
      </span>
    )}
  </>
);

/** The facts beside a profile: what each is called, and what is shown where the listing has it. */
const FACTS: { name: string; show: (listing: Listing) => ComponentChildren }[] = [
  {
    name: 'Pricing',
    show: ({ pricing_model, pricing_summary }) =>
      (pricing_model || pricing_summary) && (
        <>
          {pricing_model && (
            <a href={to.listings({ pricing_model })} dir="auto">
              {label(pricing_model)}
            </a>
          )}
          {pricing_summary && (
            <span class="fact-more" dir="auto">
              {pricing_summary}
            </span>
          )}
        </>
      ),
  },
  { name: 'Stage', show: ({ stage }) => stage && <a href={to.listings({ stage })}>{label(stage)}</a> },
  {
    name: 'Based in',
    show: ({ city, country }) =>
      (city || country) && (
        <>
          {city && <span dir="auto">{city}</span>}
          {city && country && ', '}
          {country && <a href={to.listings({ country })}>{countryName(country)}</a>}
        </>
      ),
  },
  { name: 'Founded', show: ({ founded_year }) => founded_year && String(founded_year) },
  { name: 'Launch', show: ({ launch_week_on }) => launch_week_on && <Week monday={launch_week_on} /> },
  { name: 'Followers', show: ({ followers }) => followers > 0 && count(followers) },
  {
    name: 'Community rating',
    show: ({ community_rating }) =>
      community_rating && (
        <>
          <strong>{rating.format(community_rating.value)}</strong> of 5 from {counted(community_rating.reviews, 'review')}
        </>
      ),
  },
  { name: 'Domain Rating', show: ({ domain_rating }) => domain_rating && <DomainRating metric={domain_rating} /> },
];

export const Facts = ({ listing }: { listing: Listing }) => {
  const shown = FACTS.map(({ name, show }) => ({ name, value: show(listing) })).filter(({ value }) => value);
  return shown.length > 0 ? (
    <section class="aside-block" aria-labelledby="facts">
      <h2 id="facts">At a glance</h2>
      <dl class="facts">
        {shown.map(({ name, value }) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  ) : null;
};

/** What its categories are compared on, each value with where it was read. */
export const Attributes = ({ attributes }: { attributes: Listing['attributes'] }) =>
  attributes.length > 0 ? (
    <section class="block" aria-labelledby="attributes">
      <h2 id="attributes">The facts, with their sources</h2>
      <dl class="attributes">
        {attributes.map(({ name, value, unit, evidence }) => (
          <div>
            <dt dir="auto">{name}</dt>
            <dd>
              <p class="attribute-value" dir="auto">
                {value}
                {unit && ` ${unit}`}
              </p>
              <Evidence of={name} evidence={evidence} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ) : null;

/** The blanks, admitted: what the company's own site did not say is said to be missing, never guessed. */
export const NotStated = ({ fields, domain }: { fields: string[]; domain: string }) =>
  fields.length > 0 ? (
    <section class="block not-stated" aria-labelledby="not-stated">
      <h2 id="not-stated">Not stated on the company’s own site</h2>
      <p>
        We looked for these on <span dir="auto">{domain}</span> and did not find them, so we leave them blank.
      </p>
      <ul>
        {fields.map((field) => (
          <li dir="auto">
            <Icon name="blank" size={16} /> {fieldName(field)}
          </li>
        ))}
      </ul>
    </section>
  ) : null;
