// How good are drafts of real sites? Drafts every labelled site in this process, crawled over loopback, and compares what was found.
// usage: node bench/drafts.ts FOLDER/labels.json [--details] [--only KEY]
//
// FOLDER has a folder of files per site. A label: { key, homepage, expected?, optional?, tolerate?, must_not?, attributes? }.
// `expected.<field>` is a list of acceptable values, or null if the site does not state it. `attributes.<key>` is
// { value, quote, page, optional?, tolerate? }; a value of null or a missing key means that the site does not state it.
//
// Attributes are compared by what they mean, as their definitions can say it (drafts/attribute-labels.ts): a trial of 14 days is a free
// trial; "de" is German; "one-time" is a price paid once; "per user" is not part of a price; XLSX is Excel. Lists count item by item:
// each labelled item is right or missed, and each item found that is not labelled is wrong.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { guardedFetch } from '../src/integrations/fetch/guarded-fetch.ts';
import { crawlSite } from '../src/modules/extraction/crawl/crawl-site.ts';
import { extractProfile, packedPageLoader } from '../src/modules/extraction/extract.ts';
import { type PageText, unpackPage } from '../src/modules/extraction/parse/page.ts';
import { pageTextOf } from '../src/modules/extraction/parse/parsed-page.ts';
import type { AttributeDefinition, AttributeValue, EvidenceQuote, Proposal } from '../src/modules/extraction/proposal.ts';
import { BUILT_IN_ATTRIBUTES } from '../src/modules/extraction/words/attributes.ts';
import { isSameItem, labelledItems } from './drafts/attribute-labels.ts';
import { type AttributeLabel, isNear, LIST_FIELDS, matchField, type SiteLabel, squashText, TEXT_FIELDS } from './drafts/labels.ts';
import { serveSite } from './drafts/serve-site.ts';
import { createTally } from './drafts/tally.ts';

const args = process.argv.slice(2);
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
const file = resolve(args.find((arg) => arg.endsWith('.json')) ?? 'labels.json');
const labels = (JSON.parse(readFileSync(file, 'utf8')) as SiteLabel[]).filter(({ key }) => !only || key === only);
const tally = createTally(args.includes('--details'));
const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const scoreTexts = ({ key, expected = {}, optional = [], tolerate = {}, must_not = {} }: SiteLabel, { fields }: Proposal): void => {
  for (const field of TEXT_FIELDS) {
    const value = fields[field]?.value as string | undefined;
    const wanted = expected[field] ?? [];
    const has = (list: string[] | undefined): boolean => value !== undefined && (list ?? []).some((one) => matchField(field, value, one));
    const note = `${key}.${field} = ${show(value)} (site: ${show(expected[field])})`;
    if (value === undefined) tally.add(field, wanted.length > 0 && !optional.includes(field) ? 'missed' : 'blank', note);
    else if (has(wanted)) tally.add(field, 'right', note);
    else tally.add(field, has(tolerate[field]) && !has(must_not[field]) ? 'blank' : 'wrong', note);
  }
};

const scoreLists = (label: SiteLabel, found: Proposal, isOnSite: (text: string) => boolean): void => {
  const { key, expected = {}, optional = [], tolerate = {}, must_not = {} } = label;
  const items: Record<(typeof LIST_FIELDS)[number], string[]> = {
    features: (found.fields.features?.value ?? []) as string[],
    founders: found.founders.map(({ name }) => name),
    faqs: found.faqs.map(({ question }) => question),
  };
  for (const field of LIST_FIELDS) {
    const wanted = expected[field] ?? [];
    for (const one of wanted) {
      const got = items[field].some((item) => isNear(item, one));
      if (got || !optional.includes(field)) tally.add(field, got ? 'right' : 'missed', `${key}.${field} lacks ${one}`);
    }
    for (const item of items[field]) {
      const is_wanted = wanted.some((one) => isNear(item, one));
      const is_trap = !is_wanted && (must_not[field] ?? []).some((one) => isNear(item, one));
      const none = field !== 'features' && expected[field] === null && !(tolerate[field] ?? []).some((one) => isNear(item, one));
      if (is_trap || none || !isOnSite(item)) tally.add(field, 'wrong', `${key}.${field} has ${show(item)}`);
    }
  }
};

const scoreAttribute = (site: string, definition: AttributeDefinition, label: AttributeLabel | undefined, value?: AttributeValue): void => {
  const [name, what] = [`attributes.${definition.key}`, `${site}.${definition.key}`];
  const wanted = labelledItems(definition, label?.value);
  const tolerated = (label?.tolerate ?? []).flatMap((one) => labelledItems(definition, one));
  const found = value === undefined ? [] : [value].flat();
  for (const one of wanted)
    if (found.some((item) => isSameItem(item, one))) tally.add(name, 'right', '');
    else if (!label?.optional) tally.add(name, 'missed', `${what} lacks ${show(one[0])} (“${label?.quote}”)`);
  for (const item of found)
    if (!wanted.some((one) => isSameItem(item, one)))
      tally.add(
        name,
        tolerated.some((one) => isSameItem(item, one)) ? 'blank' : 'wrong',
        `${what} has ${show(item)}, site: ${show(label?.value)}`,
      );
};

const listEvidence = (found: Proposal): [string, EvidenceQuote[]][] => [
  ...Object.entries({ ...found.fields, ...found.story }).map(([name, one]): [string, EvidenceQuote[]] => [name, one.evidence]),
  ...Object.entries(found.attributes).map(([name, one]): [string, EvidenceQuote[]] => [`attributes.${name}`, one?.evidence ?? []]),
  ...[...found.faqs, ...found.founders].map((one): [string, EvidenceQuote[]] => ['records', one.evidence]),
];

/** A page's text by source, as it is judged: an address of a link does not interrupt the sentence it is in. */
const textsBySource = ({ pieces }: PageText): string[] =>
  [...Map.groupBy(pieces, ({ source }) => source).values()].map((some) => squashText(some.map(({ text }) => text).join(' ')));

const fetch = guardedFetch({ allow_private: true });
const times: number[] = [];
for (const label of labels) {
  const site = await serveSite(resolve(dirname(file), label.key), label.homepage);
  const started = performance.now();
  const { pages, failure } = await crawlSite(fetch, site.url, { now: () => new Date(), user_agent: 'Launchweek/1.0' });
  const signal = AbortSignal.timeout(120_000);
  const { found } = await extractProfile(null, packedPageLoader(pages), [], BUILT_IN_ATTRIBUTES, signal);
  const took = performance.now() - started;
  site.close();
  times.push(took);
  console.log(`${label.key}: ${failure?.code ?? `${pages.length} pages`} in ${(took / 1000).toFixed(1)} s`);
  const texts = pages.map((page) => ({ url: page.url, texts: textsBySource(pageTextOf(unpackPage(page))) }));
  const isOnSite = (text: string): boolean => texts.some((page) => page.texts.some((one) => one.includes(squashText(text))));
  if (label.expected) {
    scoreTexts(label, found);
    scoreLists(label, found, isOnSite);
  }
  if (label.attributes)
    for (const definition of BUILT_IN_ATTRIBUTES)
      scoreAttribute(label.key, definition, label.attributes[definition.key], found.attributes[definition.key]?.value);
  for (const [name, evidence] of listEvidence(found))
    if (
      evidence.length === 0 ||
      !evidence.every(({ quote, url }) =>
        texts.some((page) => page.url === url && page.texts.some((one) => one.includes(squashText(quote)))),
      )
    )
      tally.add(name, 'unquoted', `${label.key}.${name} is not quoted: ${show(evidence)}`);
}
tally.print(times);
process.exit(0);
