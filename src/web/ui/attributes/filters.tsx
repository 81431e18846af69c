import { t } from '../../../kernel/language/messages.ts';
import { type FilterableAttribute, RANGE_LIMITS, splitConditions } from '../../../modules/listings/attributes/filter.ts';
import type { FacetCounts } from '../../../modules/listings/browse/queries.ts';
import { type ChoiceOption, SelectOptions } from '../form.tsx';
import { formatCount } from '../format.tsx';

/** A count as people read it: of a cut set only large numbers are named, as a lower bound. */
export const formatFacetCount = (count: number, is_cut: boolean): string | null => {
  if (!is_cut) return formatCount(count);
  return count >= 100 ? `${formatCount(Math.floor(count / 100) * 100)}+` : null;
};

/** One choice of a filter: the part of the parameter it stands for, and how many results have it. */
interface Choice {
  condition: string;
  name: string;
  count: number;
}

/** How many results have one of the terms that follow an attribute's id. */
const countTerms = ({ ids }: FilterableAttribute, { attributes }: FacetCounts, endings: string[]): number =>
  ids.flatMap((id) => endings.map((ending) => attributes[`${id}${ending}`]?.count ?? 0)).reduce((sum, count) => sum + count, 0);

const MAX_LISTED = 12;

/** The items of a list that results have, the most common first. Where the team named values, only those. */
const listChoices = ({ ids, key, options }: FilterableAttribute, { attributes }: FacetCounts): Choice[] => {
  const found = new Map<string, Choice>();
  for (const [term, { count, label }] of Object.entries(attributes)) {
    const id = ids.find((one) => term.startsWith(`${one}:`));
    if (id === undefined || !label || label.includes('|')) continue;
    const item = term.slice(String(id).length + 1);
    const before = found.get(item);
    if (before) before.count += count;
    else found.set(item, { condition: `${key}:${label}`, name: label, count });
  }
  const known = options?.map((option) => option.toLowerCase());
  return [...found.entries()]
    .filter(([item]) => !known || known.includes(item.toLowerCase()))
    .map(([, choice]) => choice)
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_LISTED);
};

/** Limits that divide the results: prices below one, in the most common currency, or numbers from one on. */
const rangeChoices = (attribute: FilterableAttribute, counts: FacetCounts): Choice[] => {
  const { ids, key, kind, unit } = attribute;
  const currencies = Object.entries(counts.attributes).flatMap(([term, { count }]) => {
    const id = ids.find((one) => term.startsWith(`${one}#`));
    return id === undefined || term.includes('<') ? [] : [{ currency: term.slice(`${id}#`.length), count }];
  });
  const [currency = ''] = currencies.toSorted((a, b) => b.count - a.count).map((one) => one.currency);
  const all = countTerms(attribute, counts, [`#${currency}`]);
  return RANGE_LIMITS.flatMap((limit): Choice[] => {
    const below = countTerms(attribute, counts, [`#${currency}<${limit}`]);
    if (below === 0 || below === all) return [];
    const text = formatCount(limit);
    return kind === 'money'
      ? [{ condition: `${key}<${limit}${currency}`, name: t('Under {amount}', { amount: `${text} ${currency}` }), count: below }]
      : [
          {
            condition: `${key}>=${limit}`,
            name: t('{text} {unit} or more', { text, unit: unit ?? '' }).replace('  ', ' '),
            count: all - below,
          },
        ];
  });
};

const CHOICES: Record<FilterableAttribute['kind'], (attribute: FilterableAttribute, counts: FacetCounts) => Choice[]> = {
  boolean: (attribute, counts) => [{ condition: attribute.key, name: attribute.name, count: countTerms(attribute, counts, ['=yes']) }],
  list: listChoices,
  money: rangeChoices,
  number: rangeChoices,
  text: () => [],
};

const FIELD = 'attributes.';

/** The parameter `attributes` from the fields of a form: each sends what follows the key, such as `attributes.price_from=<20USD`. */
export const joinAttributeFields = (query: Record<string, unknown>): string | undefined => {
  const fields = Object.entries(query).flatMap(([name, sent]) => {
    const [value] = [sent].flat();
    if (typeof value !== 'string' || value === '' || !name.startsWith(FIELD)) return [];
    return `${name.slice(FIELD.length)}${value === ':yes' ? '' : value}`;
  });
  const [whole] = [query.attributes].flat();
  return [whole, ...fields].filter((part) => typeof part === 'string' && part).join(',') || undefined;
};

/** The first condition of the parameter about an attribute. */
const chosenFor = (attributes: string | undefined, key: string): string | undefined =>
  splitConditions(attributes ?? '').find((part) => part.key === key)?.text;

interface AttributeFiltersProps {
  /** The id of the form the fields belong to, if they are outside of it. */
  form?: string;
  /** The parameter, such as `self_hosted,price_from<20USD`. */
  value: string | undefined;
  attributes: FilterableAttribute[];
  counts: FacetCounts;
}

/** Filters by what listings state. The page joins what the fields send. */
export const AttributeFilters = ({ form, value, attributes, counts }: AttributeFiltersProps) => {
  const rows = attributes.map((attribute) => ({
    attribute,
    chosen: chosenFor(value, attribute.key),
    choices: CHOICES[attribute.kind](attribute, counts).filter(({ count }) => count > 0),
  }));
  const withCount = ({ name, count }: Choice, is_counted: boolean): string => {
    const counted = is_counted ? formatFacetCount(count, counts.is_cut) : null;
    return counted === null ? name : `${name} (${counted})`;
  };
  const checks = rows.filter(
    ({ attribute: { kind, key }, chosen, choices }) => kind === 'boolean' && (choices.length > 0 || chosen === key),
  );
  const selects = rows.filter(({ attribute: { kind }, chosen, choices }) => kind !== 'boolean' && (choices.length > 0 || chosen));
  const shown = [...checks.filter(({ attribute, chosen }) => chosen === attribute.key), ...selects].map(({ chosen }) => chosen);
  const others = splitConditions(value ?? '').filter(({ text }) => !shown.includes(text));
  if (checks.length + selects.length + others.length === 0) return null;
  return (
    <fieldset class="stack attribute-filters">
      <legend>{t('What it states')}</legend>
      {checks.length > 0 && (
        <div class="attribute-checks">
          {checks.map(({ attribute: { key, name }, chosen, choices }) => (
            <div class="choice">
              <input id={`by-${key}`} type="checkbox" name={`${FIELD}${key}`} value=":yes" form={form} checked={chosen === key} />
              <label for={`by-${key}`}>{choices[0] ? withCount(choices[0], chosen === undefined) : name}</label>
            </div>
          ))}
        </div>
      )}
      {selects.map(({ attribute: { key, name }, chosen, choices }) => {
        const options: ChoiceOption[] = choices.map((choice) => ({
          value: choice.condition.slice(key.length),
          name: withCount(choice, !chosen),
        }));
        return (
          <div class="field">
            <label for={`by-${key}`}>{name}</label>
            <select id={`by-${key}`} name={`${FIELD}${key}`} form={form}>
              <SelectOptions
                none={t('Any')}
                options={options}
                value={chosen?.slice(key.length)}
                nameOf={(text) => describeCondition(key + text, attributes).value}
              />
            </select>
          </div>
        );
      })}
      {others.length > 0 && <input type="hidden" name="attributes" value={others.map(({ text }) => text).join(',')} form={form} />}
    </fieldset>
  );
};

const COMPARISON_WORDS = { '=': '', '<': 'under ', '<=': 'at most ', '>': 'over ', '>=': 'at least ' };

/** A condition for people: the attribute's name, and what it must be. */
export const describeCondition = (text: string, attributes: FilterableAttribute[]): { name: string; value: string } => {
  const [part] = splitConditions(text);
  const attribute = attributes.find(({ key }) => key === part?.key);
  const name = attribute?.name ?? text;
  if (!part?.comparison) return { name, value: attribute?.kind === 'boolean' ? 'yes' : 'stated' };
  const value = part.value.replaceAll('|', ' or ').replace(/(\d)([A-Z])/, '$1 $2');
  return { name, value: `${COMPARISON_WORDS[part.comparison]}${value}` };
};
