import type { ComponentChildren } from 'preact';
import type { Listing } from '../../../modules/listings/schema.ts';
import { searchPaths } from '../../paths.ts';
import { Block } from '../elements.tsx';
import { countryLabel, humanize, pluralize, WeekText } from '../format.tsx';
import { SourceAndDate, Trend } from '../metric.tsx';

interface SourcedFact {
  name: string;
  /** The listing fields it is built from. */
  fields: string[];
  format: (listing: Listing) => string | null;
}

const joinParts = (...parts: (string | null)[]): string | null => parts.filter(Boolean).join(', ') || null;

/** Short facts read on the company's site, shown next to the quotes they come from. */
export const SOURCED_FACTS: Record<string, SourcedFact> = {
  pricing: {
    name: 'Pricing',
    fields: ['pricing_model', 'pricing_summary'],
    format: ({ pricing_model, pricing_summary }) => (pricing_model ? humanize(pricing_model) : pricing_summary),
  },
  stage: { name: 'Stage', fields: ['stage'], format: ({ stage }) => stage && humanize(stage) },
  place: {
    name: 'Based in',
    fields: ['city', 'country'],
    format: ({ city, country }) => joinParts(city, country && countryLabel(country)),
  },
  founded: { name: 'Founded', fields: ['founded_year'], format: ({ founded_year }) => (founded_year ? String(founded_year) : null) },
  contact: { name: 'Contact', fields: ['contact_email'], format: ({ contact_email }) => contact_email },
};

/** The element id of a fact's quotes. */
export const sourceElementId = (fact: string): string => `read-${fact}`;

/** The quotes of a fact, without duplicates. None if the profile no longer states it. */
export const quotesFor = (fact: string, listing: Listing): Listing['evidence'] => {
  const { fields, format } = SOURCED_FACTS[fact]!;
  if (!format(listing)) return [];
  const quotes = listing.evidence.filter(({ field }) => fields.includes(field) && listing[field as keyof Listing]);
  return quotes.filter(({ quote, url }, index) => quotes.findIndex((other) => other.quote === quote && other.url === url) === index);
};

const rating_format = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const change_format = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

const DomainRating = ({ metric }: { metric: NonNullable<Listing['domain_rating']> }) => (
  <>
    <strong>{rating_format.format(metric.value)}</strong>
    {metric.trend !== null && <Trend trend={metric.trend} text={change_format.format(metric.trend)} />}
    {metric.source && (
      <span class="fact-source">
        <SourceAndDate {...metric} />
      </span>
    )}
  </>
);

interface Fact {
  name: string;
  show: (listing: Listing) => ComponentChildren;
  /** The key in SOURCED_FACTS: if there are quotes, a mark links to them. */
  source?: string;
}

/** The facts next to a profile, shown where the listing has them. */
const FACTS: Fact[] = [
  {
    name: 'Pricing',
    source: 'pricing',
    show: ({ pricing_model, pricing_summary }) =>
      (pricing_model || pricing_summary) && (
        <>
          {pricing_model && (
            <a href={searchPaths.listings({ pricing_model })} dir="auto">
              {humanize(pricing_model)}
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
  { name: 'Stage', source: 'stage', show: ({ stage }) => stage && <a href={searchPaths.listings({ stage })}>{humanize(stage)}</a> },
  {
    name: 'Based in',
    source: 'place',
    show: ({ city, country }) =>
      (city || country) && (
        <>
          {city && <span dir="auto">{city}</span>}
          {city && country && ', '}
          {country && <a href={searchPaths.listings({ country })}>{countryLabel(country)}</a>}
        </>
      ),
  },
  { name: 'Founded', source: 'founded', show: ({ founded_year }) => founded_year && String(founded_year) },
  { name: 'Launch', show: ({ launch_week_on }) => launch_week_on && <WeekText monday={launch_week_on} /> },
  {
    name: 'Rating',
    show: ({ community_rating }) =>
      community_rating && (
        <>
          <strong>{rating_format.format(community_rating.value)}</strong> out of 5 from {pluralize(community_rating.reviews, 'review')}
        </>
      ),
  },
  { name: 'Domain Rating', show: ({ domain_rating }) => domain_rating && <DomainRating metric={domain_rating} /> },
];

/** Links a fact to its quotes. */
const SourceMark = ({ of, fact }: { of: string; fact: string }) => (
  <a class="source-mark" href={`#${sourceElementId(fact)}`}>
    <span aria-hidden="true">“</span>
    <span class="unseen">Source: {of}</span>
  </a>
);

export const ListingFacts = ({ listing }: { listing: Listing }) => {
  const shown = FACTS.map((fact) => ({ ...fact, value: fact.show(listing) })).filter(({ value }) => value);
  return shown.length > 0 ? (
    <Block id="facts" heading="At a glance" class="aside-block">
      <dl class="facts">
        {shown.map(({ name, value, source }) => (
          <div>
            <dt>{name}</dt>
            <dd>
              {source && quotesFor(source, listing).length > 0 && <SourceMark of={name} fact={source} />}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  ) : null;
};
