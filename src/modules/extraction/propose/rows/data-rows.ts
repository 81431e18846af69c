import type { JsonObject, JsonValue } from '../../parse/json-ld.ts';
import { type EvidenceQuote, PROFILE_FIELDS, type ProposedValue } from '../../proposal.ts';
import { isNoFeature } from '../../words/features.ts';
import words from '../../words/rows.json' with { type: 'json' };
import { isListPoint } from '../labels.ts';
import { lettersOnly, type ProductSite, pagesInLanguage, quoteFrom, type SitePage, textValue, toList, toObject } from '../site.ts';

/** An entry of a list in the data of a one-page app. */
export interface DataItem {
  page: SitePage;
  label: string;
  text: string;
}

const FEWEST = 3;
const MAX_VISITED = 4000;
const { lists, labels, texts } = words.app_data;

const readValue = (object: JsonObject, keys: string[]): string | null => {
  for (const key of keys) {
    const value = textValue(object[key]);
    if (value) return value;
  }
  return null;
};

const readItems = (page: SitePage, list: JsonValue[]): DataItem[] =>
  list.flatMap((one) => {
    const object = toObject(one);
    const label = object && readValue(object, labels);
    const text = object && readValue(object, texts);
    return label && text ? [{ page, label, text }] : [];
  });

/** The lists of a kind in a page's data, by the name of their key: entries of the same form, each with a label and a text. */
export const findDataItems = (page: SitePage, kind: keyof typeof lists): DataItem[] => {
  const found: DataItem[] = [];
  const queue: [key: string, value: JsonValue][] = page.app_data === null ? [] : [['', page.app_data]];
  for (let at = 0; at < queue.length && at < MAX_VISITED; at++) {
    const [key, value] = queue[at]!;
    if (Array.isArray(value)) {
      const items = lists[kind].includes(key.toLowerCase()) ? readItems(page, value.slice(0, 100)) : [];
      if (items.length >= FEWEST) found.push(...items);
      for (const one of value.slice(0, 100)) queue.push([key, one]);
    } else if (value && typeof value === 'object') queue.push(...Object.entries(value).slice(0, 300));
  }
  return found;
};

/** Features in data only: of a one-page app, or the `featureList` of structured data. */
export const listOfData = (site: ProductSite): ProposedValue<string[]> | null => {
  const in_app = pagesInLanguage(site).flatMap((page) =>
    findDataItems(page, 'features').map(({ label }) => ({ page, label, quote: label })),
  );
  const declared = site.facts.flatMap(({ page, values: { featureList: written } }) =>
    toList(written).flatMap((value) => {
      const text = textValue(value) ?? '';
      return Array.isArray(written)
        ? [{ page, label: text, quote: text }]
        : text.split(/[,;、；]/).map((label) => ({ page, label: label.trim(), quote: text }));
    }),
  );
  const found = new Map<string, { label: string; quote: EvidenceQuote }>();
  for (const { page, label, quote } of [...in_app, ...declared])
    if (isListPoint(label) && !isNoFeature(label) && found.size < PROFILE_FIELDS.features.max && !found.has(lettersOnly(label)))
      found.set(lettersOnly(label), { label, quote: quoteFrom(page, quote) });
  const features = [...found.values()];
  return features.length < 2 ? null : { value: features.map(({ label }) => label), evidence: features.map(({ quote }) => quote) };
};
