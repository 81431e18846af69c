import type { ComponentChildren } from 'preact';
import type { Listing } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { count, counted, countryName, label } from '../wording.ts';
import { quotesFor, readAt } from './read-facts.ts';
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

interface Fact {
  name: string;
  show: (listing: Listing) => ComponentChildren;
  /** Which of READ_FACTS it is: where the company's site says it, a mark leads to the words. */
  read?: string;
}

/** The facts beside a profile: what each is called, and what is shown where the listing has it. */
const FACTS: Fact[] = [
  {
    name: 'Pricing',
    read: 'pricing',
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
  { name: 'Stage', read: 'stage', show: ({ stage }) => stage && <a href={to.listings({ stage })}>{label(stage)}</a> },
  {
    name: 'Based in',
    read: 'place',
    show: ({ city, country }) =>
      (city || country) && (
        <>
          {city && <span dir="auto">{city}</span>}
          {city && country && ', '}
          {country && <a href={to.listings({ country })}>{countryName(country)}</a>}
        </>
      ),
  },
  { name: 'Founded', read: 'founded', show: ({ founded_year }) => founded_year && String(founded_year) },
  { name: 'Launch', show: ({ launch_week_on }) => launch_week_on && <Week monday={launch_week_on} /> },
  { name: 'Followers', show: ({ followers }) => followers > 0 && count(followers) },
  {
    name: 'Rating',
    show: ({ community_rating }) =>
      community_rating && (
        <>
          <strong>{rating.format(community_rating.value)}</strong> of 5 from {counted(community_rating.reviews, 'review')}
        </>
      ),
  },
  { name: 'Domain Rating', show: ({ domain_rating }) => domain_rating && <DomainRating metric={domain_rating} /> },
];

/** Leads from a fact to the words it was read in. */
const SourceMark = ({ of, fact }: { of: string; fact: string }) => (
  <a class="source-mark" href={`#${readAt(fact)}`}>
    <span aria-hidden="true">“</span>
    <span class="unseen">Where we read this: {of}</span>
  </a>
);

export const Facts = ({ listing }: { listing: Listing }) => {
  const shown = FACTS.map((fact) => ({ ...fact, value: fact.show(listing) })).filter(({ value }) => value);
  return shown.length > 0 ? (
    <section class="aside-block" aria-labelledby="facts">
      <h2 id="facts">At a glance</h2>
      <dl class="facts">
        {shown.map(({ name, value, read }) => (
          <div>
            <dt>{name}</dt>
            <dd>
              {read && quotesFor(read, listing).length > 0 && <SourceMark of={name} fact={read} />}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ) : null;
};
