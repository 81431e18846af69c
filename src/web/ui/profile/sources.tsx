import { rich, t } from '../../../kernel/language/messages.ts';
import type { Quotation } from '../../../modules/listings/attributes/schema.ts';
import { isPlainlyStated } from '../../../modules/listings/profile/rules.ts';
import { type Listing, SITE_FACTS } from '../../../modules/listings/schema.ts';
import { Block, Icon, QuoteList } from '../elements.tsx';
import { DayText, fieldName, formatAttribute, inSentence, platformName } from '../format.tsx';
import { SOURCED_FACTS, sourceElementId, sourceOf } from './facts.tsx';

const SHORT_FIELDS: string[] = Object.values(SOURCED_FACTS).flatMap(({ fields }) => fields);

const platformOf = (field: string): string | undefined => /^socials\.(.+)$/.exec(field)?.[1];

const nameOf = (field: string): string => {
  const platform = platformOf(field);
  return platform ? platformName(platform) : fieldName(field);
};

/** Platform names keep their capitals. */
const nameInSentence = (field: string): string => (platformOf(field) ? nameOf(field) : inSentence(nameOf(field)));

/** True if the profile still has the value. */
const hasValue = ({ socials, ...listing }: Listing, field: string): boolean => {
  const platform = platformOf(field);
  const value = platform ? socials[platform as keyof typeof socials] : listing[field as keyof typeof listing];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
};

interface Source {
  id?: string;
  name: string;
  value: string;
  quotes: Quotation[];
}

/** Without an owner nobody stated it: the team or an import did. */
const sourceWithoutQuote = (claimed: boolean): string => (claimed ? t('Stated by the owner') : t('Not quoted from its website'));

const Row = ({ id, name, value, quotes, claimed }: Source & { claimed: boolean }) => (
  <div id={id}>
    <dt dir="auto">{name}</dt>
    <dd>
      <p class="attribute-value" dir="auto">
        {value}
      </p>
      {quotes.length > 0 ? <QuoteList evidence={quotes} /> : <p class="evidence-typed">{sourceWithoutQuote(claimed)}</p>}
    </dd>
  </div>
);

/** The quotes behind longer texts: names the part of the profile instead of repeating its value. */
const LongerSources = ({ fields }: { fields: [string, Quotation[]][] }) => (
  <details class="evidence sources-longer">
    <summary>
      {t('More sources:')}{' '}
      {fields
        .map(([field]) => nameInSentence(field))
        .slice(0, 3)
        .join(', ')}
      {fields.length > 3 && t(' and {value} more', { value: fields.length - 3 })}
    </summary>
    <dl class="attributes">
      {fields.map(([field, quotes]) => (
        <div>
          <dt>{nameOf(field)}</dt>
          <dd>
            <QuoteList evidence={quotes} />
          </dd>
        </div>
      ))}
    </dl>
  </details>
);

/** The facts with their quotes, source pages and dates; or a note where they are from. */
export const ListingSources = ({ listing }: { listing: Listing }) => {
  const { attributes, evidence } = listing;
  const compared: Source[] = attributes.map(({ name, value, unit, evidence }) => ({
    name,
    value: formatAttribute(value, unit),
    quotes: evidence,
  }));
  const short: Source[] = Object.keys(SOURCED_FACTS).flatMap((fact) => {
    const source = sourceOf(fact, listing);
    return source ? [{ id: sourceElementId(fact), ...source }] : [];
  });
  const longer = [...Map.groupBy(evidence, ({ field }) => field)].filter(
    ([field]) => !SHORT_FIELDS.includes(field) && hasValue(listing, field),
  );
  if (compared.length + short.length + longer.length === 0) return null;
  return (
    <Block id="attributes" heading={t('Facts and sources')}>
      <dl class="attributes sources">
        {[...compared, ...short].map((source) => (
          <Row {...source} claimed={listing.claimed} />
        ))}
      </dl>
      {longer.length > 0 && <LongerSources fields={longer} />}
    </Block>
  );
};

/** Facts that we did not find on the company's site. They are listed as missing, never guessed. */
export const NotFoundFacts = ({ listing }: { listing: Listing }) => {
  const { not_found_on_website, domain, evidence } = listing;
  const fields = SITE_FACTS.filter((fact) => not_found_on_website.includes(fact) && !isPlainlyStated(listing, fact));
  if (fields.length === 0) return null;
  const [last] = evidence.flatMap(({ read_at }) => read_at ?? []).sort((a, b) => (a < b ? 1 : -1));
  return (
    <Block id="not-stated" heading={t('Not found on {domain}', { domain })} class="block not-stated">
      <p>
        {t('We looked on the pages we read')}
        {last && <> {rich('on {day}', { day: <DayText on={last} /> })}</>}{' '}
        {t('and didn’t find these. If the site says otherwise, its owner can add them.')}
      </p>
      <ul class="icon-list">
        {fields.map((field) => (
          <li dir="auto">
            <Icon name="blank" size={16} /> {fieldName(field)}
          </li>
        ))}
      </ul>
    </Block>
  );
};
