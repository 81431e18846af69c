import type { ComponentChildren } from 'preact';
import { perLanguage } from '../../../kernel/language/locale.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { searchPaths } from '../../paths.ts';
import { Block } from '../elements.tsx';
import { countryLabel, FIELD_FORMATS, fieldName, pricingLabel, stageLabel, WeekText } from '../format.tsx';
import { SourceAndDate, Trend } from '../metric.tsx';

type FactField = 'pricing_model' | 'pricing_summary' | 'stage' | 'city' | 'country' | 'founded_year' | 'contact_email';

interface SourcedFact {
  name: string;
  /** The listing fields it is built from. */
  fields: FactField[];
}

/** Short facts read on the company's site, shown next to the quotes they come from. */
export const SOURCED_FACTS: Record<string, SourcedFact> = texts({
  pricing: { name: msg('Pricing'), fields: ['pricing_model', 'pricing_summary'] },
  stage: { name: msg('Stage'), fields: ['stage'] },
  place: { name: msg('Based in'), fields: ['city', 'country'] },
  founded: { name: msg('Founded'), fields: ['founded_year'] },
  contact: { name: msg('Contact'), fields: ['contact_email'] },
});

/** The element id of a fact's quotes. */
export const sourceElementId = (fact: string): string => `read-${fact}`;

interface FactSource {
  name: string;
  value: string;
  quotes: Listing['evidence'];
  /** False if a part of the fact has no quote of its own, because the owner wrote it. */
  is_whole: boolean;
}

/** What the company's site says of a fact: only the values that have quotes of their own, with those quotes. Null without any. */
export const sourceOf = (fact: string, listing: Listing): FactSource | null => {
  const { name, fields } = SOURCED_FACTS[fact]!;
  const stated = fields.filter((field) => listing[field]);
  const quoted = stated.filter((field) => listing.evidence.some((one) => one.field === field));
  if (quoted.length === 0) return null;
  const quotes = listing.evidence.filter(({ field }) => (quoted as string[]).includes(field));
  const is_whole = quoted.length === stated.length;
  return {
    name: is_whole ? name : quoted.map(fieldName).join(', '),
    value: quoted.map((field) => FIELD_FORMATS[field]?.(String(listing[field])) ?? String(listing[field])).join(', '),
    quotes: quotes.filter(({ quote, url }, index) => quotes.findIndex((other) => other.quote === quote && other.url === url) === index),
    is_whole,
  };
};

const rating_format = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { maximumFractionDigits: 1 }));
const change_format = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }));

const DomainRating = ({ metric }: { metric: NonNullable<Listing['domain_rating']> }) => (
  <>
    <strong>{rating_format().format(metric.value)}</strong>
    {metric.trend !== null && <Trend trend={metric.trend} text={change_format().format(metric.trend)} />}
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
const FACTS: Fact[] = texts([
  {
    name: msg('Pricing'),
    source: 'pricing',
    show: ({ pricing_model, pricing_summary }) =>
      (pricing_model || pricing_summary) && (
        <>
          {pricing_model && (
            <a href={searchPaths.listings({ pricing_model })} dir="auto">
              {pricingLabel(pricing_model)}
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
  { name: msg('Stage'), source: 'stage', show: ({ stage }) => stage && <a href={searchPaths.listings({ stage })}>{stageLabel(stage)}</a> },
  {
    name: msg('Based in'),
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
  { name: msg('Founded'), source: 'founded', show: ({ founded_year }) => founded_year && String(founded_year) },
  { name: msg('Launch'), show: ({ launch_week_on }) => launch_week_on && <WeekText monday={launch_week_on} /> },
  {
    name: msg('Rating'),
    show: ({ community_rating }) =>
      community_rating &&
      rich('{value} out of 5 from {n, plural, one {# review} other {# reviews}}', {
        value: <strong>{rating_format().format(community_rating.value)}</strong>,
        n: community_rating.reviews,
      }),
  },
  { name: msg('Domain Rating'), show: ({ domain_rating }) => domain_rating && <DomainRating metric={domain_rating} /> },
]);

/** Links a fact to its quotes. */
const SourceMark = ({ of, fact }: { of: string; fact: string }) => (
  <a class="source-mark" href={`#${sourceElementId(fact)}`}>
    <span aria-hidden="true">“</span>
    <span class="unseen">{t('Source: {of}', { of })}</span>
  </a>
);

export const ListingFacts = ({ listing }: { listing: Listing }) => {
  const shown = FACTS.map((fact) => ({ ...fact, value: fact.show(listing) })).filter(({ value }) => value);
  return shown.length > 0 ? (
    <Block id="facts" heading={t('At a glance')} class="aside-block">
      <dl class="facts">
        {shown.map(({ name, value, source }) => (
          <div>
            <dt>{name}</dt>
            <dd>
              {source && sourceOf(source, listing)?.is_whole && <SourceMark of={name} fact={source} />}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  ) : null;
};
