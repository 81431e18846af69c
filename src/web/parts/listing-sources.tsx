import type { Listing, Quotation } from '../../modules/listings/schema.ts';
import { fieldName, platformName, withUnit } from '../wording.ts';
import { Quotes } from './evidence.tsx';
import { Icon } from './icon.tsx';
import { quotesFor, READ_FACTS, readAt } from './read-facts.ts';
import { Day } from './time.tsx';

const SHORT = Object.values(READ_FACTS).flatMap(({ fields }) => fields);

const platformIn = (field: string): string | undefined => /^socials\.(.+)$/.exec(field)?.[1];

const nameOf = (field: string): string => {
  const platform = platformIn(field);
  return platform ? platformName(platform) : fieldName(field);
};

/** Names of places stay as they are written. */
const inSentence = (field: string): string => (platformIn(field) ? nameOf(field) : nameOf(field).toLowerCase());

/** Whether the profile still says what was read. */
const says = ({ socials, ...listing }: Listing, field: string): boolean => {
  const platform = platformIn(field);
  const value = platform ? socials[platform as keyof typeof socials] : listing[field as keyof typeof listing];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
};

interface Source {
  id?: string;
  name: string;
  value: string;
  quotes: Quotation[];
}

const Row = ({ id, name, value, quotes }: Source) => (
  <div id={id}>
    <dt dir="auto">{name}</dt>
    <dd>
      <p class="attribute-value" dir="auto">
        {value}
      </p>
      {quotes.length > 0 ? <Quotes evidence={quotes} /> : <p class="evidence-typed">Stated by the owner</p>}
    </dd>
  </div>
);

/** What is too long to be said again: which part of the profile it is, and the words behind it. */
const Longer = ({ fields }: { fields: [string, Quotation[]][] }) => (
  <details class="evidence sources-longer">
    <summary>
      Where the rest was read:{' '}
      {fields
        .map(([field]) => inSentence(field))
        .slice(0, 3)
        .join(', ')}
      {fields.length > 3 && ` and ${fields.length - 3} more`}
    </summary>
    <dl class="attributes">
      {fields.map(([field, quotes]) => (
        <div>
          <dt>{nameOf(field)}</dt>
          <dd>
            <Quotes evidence={quotes} />
          </dd>
        </div>
      ))}
    </dl>
  </details>
);

/** The facts, each with the words it was read in, the page they stand on and the day; or that its owner typed it. */
export const Sources = ({ listing }: { listing: Listing }) => {
  const { attributes, evidence } = listing;
  const compared: Source[] = attributes.map(({ name, value, unit, evidence }) => ({
    name,
    value: withUnit(value, unit),
    quotes: evidence ? [evidence] : [],
  }));
  const short: Source[] = Object.entries(READ_FACTS).flatMap(([fact, { name, say }]) => {
    const quotes = quotesFor(fact, listing);
    return quotes.length > 0 ? [{ id: readAt(fact), name, value: say(listing)!, quotes }] : [];
  });
  const longer = [...Map.groupBy(evidence, ({ field }) => field)].filter(([field]) => !SHORT.includes(field) && says(listing, field));
  if (compared.length + short.length + longer.length === 0) return null;
  return (
    <section class="block" aria-labelledby="attributes">
      <h2 id="attributes">The facts, with their sources</h2>
      <dl class="attributes sources">
        {[...compared, ...short].map((source) => (
          <Row {...source} />
        ))}
      </dl>
      {longer.length > 0 && <Longer fields={longer} />}
    </section>
  );
};

/** The blanks, admitted: what the company's own site did not say is said to be missing, never guessed. */
export const NotStated = ({ listing: { not_found_on_website: fields, domain, evidence } }: { listing: Listing }) => {
  if (fields.length === 0) return null;
  const [last] = evidence.flatMap(({ read_at }) => read_at ?? []).sort((a, b) => (a < b ? 1 : -1));
  return (
    <section class="block not-stated" aria-labelledby="not-stated">
      <h2 id="not-stated">Not stated on the company’s own site</h2>
      <p>
        We looked for these on <span dir="auto">{domain}</span>
        {last && (
          <>
            {' '}
            on <Day on={last} />
          </>
        )}{' '}
        and did not find them, so we leave them blank.
      </p>
      <ul>
        {fields.map((field) => (
          <li dir="auto">
            <Icon name="blank" size={16} /> {fieldName(field)}
          </li>
        ))}
      </ul>
    </section>
  );
};
