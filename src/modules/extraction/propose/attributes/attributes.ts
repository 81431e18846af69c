import { memoizeByObject } from '../../parse/dom.ts';
import type { AttributeDefinition, AttributeValue, EvidenceQuote, Proposal, ProposedValue } from '../../proposal.ts';
import { labelledValues } from '../../verify/attribute-labels.ts';
import { isTitleOf } from '../../verify/attribute-places.ts';
import { type AttributeStatement, statementsIn } from '../../verify/attribute-statements.ts';
import { attributeWordsOf, isBuiltIn } from '../../words/attributes.ts';
import { isPlannedText, sentenceAround } from '../../words/hedges.ts';
import { headingLevel, isIn, lettersOnly, type PageBlock, type ProductSite, quoteFrom, textValue, toList } from '../site.ts';
import { announcedItems } from './items.ts';
import { isContentLanguage } from './languages.ts';
import { apiLinks, integrationLinks, platformLinks } from './links.ts';
import { proposePriceFrom, proposeZeroPlan } from './prices.ts';
import { type AttributeClaim, type AttributeText, attributeTexts, labelledTexts } from './texts.ts';

const LONGEST_QUOTE = 220;
const MAX_ITEMS = 30;
const MAX_QUOTES = 3;
/** A site may say the same thing any number of times. */
const MAX_COMPARED = 20;
const LONGEST_TITLE = 60;
const SHORT_NOTE = 80;

/** Words of these say it wherever the product speaks of itself; the others need a prominent place or a certain form. */
const SPECIFIC = new Set(['self_hosted', 'api', 'sso', 'free_plan', 'free_trial']);
/** Pages that describe use rather than the offer: only certain forms count there. */
const CERTAIN_ONLY = new Set(['docs', 'faq', 'about', 'press', 'contact']);
/** Pages that list other software. */
const NOT_ABOUT_IT = new Set(['other', 'docs', 'about', 'press', 'contact']);
/** Links to a product's apps are often in the footer, also of those to come. */
const NOT_IN_FOOTER = new Set(['platforms', 'integrations', 'languages', 'compliance']);

/** A list has no more items before the one in question. */
const MOST_BEFORE = 12;
const LEAD_END = /(?:^|[.!?。]\s?)([^.!?。]{1,80})[:：]$/;
/** The end of the text that leads to a list: "It is translated. The supported languages are:". */
const leadOf = ({ page, at, tag }: PageBlock): string => {
  if (tag.name !== 'li') return '';
  const lead = page.blocks.slice(Math.max(0, at - MOST_BEFORE), at).findLast((block) => block.tag.name !== 'li');
  return LEAD_END.exec(lead?.text.slice(-LONGEST_QUOTE) ?? '')?.[1] ?? '';
};

/** Whether a heading above announces the attribute: "Integrations", "Supported platforms". */
const isAnnounced = (definition: AttributeDefinition, { section, block }: AttributeText): boolean => {
  const titles = [section?.title ?? '', block?.page.blocks[block.at - 1]?.text ?? '', block ? leadOf(block) : ''];
  return titles.some((title) => title.length <= LONGEST_TITLE && isTitleOf(definition, title));
};

/** Whether a text speaks of the product as a whole: its title and summary, headlines, prices, answers, or a sentence with its name. */
const isAboutAll = ({ labels }: ProductSite, { block, page, text }: AttributeText, statement: AttributeStatement): boolean => {
  if (!block || page.kind === 'pricing' || page.kind === 'faq') return true;
  if (page.kind !== 'home' && page.kind !== 'features') return false;
  const said = lettersOnly(sentenceAround(text, statement).text);
  return (
    headingLevel(block) <= 2 || isIn(block, 'hero', 'header', 'faq') || labels.some((label) => label.length > 2 && said.includes(label))
  );
};

const LONGEST_APP = 40;

/** What a site may call its product: its host, and the short parts of its title. */
const namesOf = memoizeByObject(({ labels, home }: ProductSite): string[] => [
  ...labels,
  ...home.title
    .replace(/\s(?:landing page|home ?page|website)$/i, '')
    .split(/\s[|–—·:-]\s|[|:：｜]/)
    .filter((part) => part.trim().split(/\s/).length <= 2)
    .map(lettersOnly),
]);

/** "Acme for Windows", where nothing next to it says that it is yet to come. */
const isNamedApp = (site: ProductSite, { block, text }: AttributeText): boolean => {
  if (!block || text.length > LONGEST_APP) return false;
  const said = lettersOnly(text);
  const beside = [block.page.blocks[block.at - 1], block.page.blocks[block.at + 1]];
  return (
    namesOf(site).some((name) => name.length > 2 && said.startsWith(name)) &&
    !beside.some((next) => next !== undefined && next.text.length <= SHORT_NOTE && isPlannedText(next.text))
  );
};

/** One of several in a row, as under "Downloads" in a footer. */
const isListedApp = (site: ProductSite, one: AttributeText): boolean => {
  const { block } = one;
  const beside = block ? [block.page.blocks[block.at - 1], block.page.blocks[block.at + 1]] : [];
  return isNamedApp(site, one) && beside.some((next) => next !== undefined && isNamedApp(site, { ...one, block: next, text: next.text }));
};

/** Whether the place of a statement makes it one about the product. */
const counts = (
  site: ProductSite,
  definition: AttributeDefinition,
  one: AttributeText,
  statement: AttributeStatement,
  together: number,
): boolean => {
  const { key } = definition;
  const { strength, value } = statement;
  if (strength === 'whole') return isAboutAll(site, one, statement);
  if (one.block && NOT_IN_FOOTER.has(key) && isIn(one.block, 'footer')) return key === 'platforms' && isListedApp(site, one);
  if (key === 'languages' && isContentLanguage(site, one, statement)) return false;
  if (key === 'open_source' && NOT_ABOUT_IT.has(one.page.kind)) return false;
  if (strength === 'certain' || (key === 'platforms' && strength === 'weak' && isNamedApp(site, one))) return true;
  if (value === false) return false;
  const announced = isAnnounced(definition, one);
  if (strength === 'bare' && definition.kind === 'boolean') return one.prominent;
  if (strength === 'bare')
    return announced || (key === 'compliance' && one.page.kind === 'home') || isDownload(one) || isListedOffer(key, one, together);
  if (CERTAIN_ONLY.has(one.page.kind))
    return SPECIFIC.has(key) || announced || (definition.kind === 'list' && key !== 'platforms' && one.page.kind !== 'about');
  return SPECIFIC.has(key) || one.prominent || announced || (definition.kind === 'list' && key !== 'platforms');
};

const DOWNLOAD = /download|install|descarga|telecharg|scarica|herunterladen|ダウンロード|下载/i;
/** A heading of a download page names the system its files are for. */
const isDownload = ({ page, block, section }: AttributeText): boolean =>
  block !== undefined && /^h[2-4]$/.test(block.tag.name) && (DOWNLOAD.test(page.title) || DOWNLOAD.test(section?.title ?? ''));

/** "iOS & Android" among what the product offers, or a name in the contents of a plan. */
const isListedOffer = (key: string, { block, prominent }: AttributeText, together: number): boolean => {
  if (!block || !prominent) return false;
  if (key === 'platforms') return together > 1;
  return key === 'integrations' && /^(?:li|td|th)$/.test(block.tag.name) && (together > 1 || isIn(block, 'pricing'));
};

/** The shortest text that says it: the whole block, or the sentence. */
const quoteOf = ({ page, text }: AttributeText, statement: AttributeStatement): EvidenceQuote => {
  if (text.length <= LONGEST_QUOTE) return quoteFrom(page, text);
  return quoteFrom(page, sentenceAround(text, statement).text.trim());
};

type AttributeClaims = Map<AttributeDefinition, AttributeClaim[]>;

/** What the texts say, by definition. Each text is searched for all of them at once, because its words are the same. */
const collectClaims = (site: ProductSite, definitions: AttributeDefinition[], texts: AttributeText[]): AttributeClaims => {
  const claims: AttributeClaims = new Map(definitions.map((definition) => [definition, []]));
  for (const one of texts)
    for (const [definition, found] of claims) {
      const statements = statementsIn(definition, one.text);
      for (const statement of statements)
        if (counts(site, definition, one, statement, statements.length))
          found.push({ value: statement.value, quote: quoteOf(one, statement), whole: statement.strength === 'whole' });
    }
  return claims;
};

const sameQuote = (a: EvidenceQuote, b: EvidenceQuote): boolean => a.quote === b.quote && a.url === b.url;
const distinct = (quotes: EvidenceQuote[]): EvidenceQuote[] =>
  quotes.filter((quote, i) => quotes.findIndex((one) => sameQuote(one, quote)) === i);

/** "Shopware" says less than "Shopware 6", and the same. */
const withoutShortForms = (claims: AttributeClaim[]): AttributeClaim[] => {
  const editions = new Set(claims.flatMap(({ value }) => /^(.+?) (?:Business|\d{1,2}(?:\.\d)?)$/.exec(String(value))?.[1] ?? []));
  return claims.filter(({ value }) => !editions.has(String(value)));
};

const collectItems = (claims: AttributeClaim[]): ProposedValue<string[]> | null => {
  const items = new Map<string, EvidenceQuote[]>();
  for (const { value, quote, under } of claims)
    if (typeof value === 'string' && !items.has(value) && items.size < MAX_ITEMS) items.set(value, under ? [under, quote] : [quote]);
  return items.size > 0 ? { value: [...items.keys()], evidence: distinct([...items.values()].flat()) } : null;
};

/** Yes or no, if the site does not say both. */
const collectAnswer = (claims: AttributeClaim[]): ProposedValue<boolean> | null => {
  const [first] = claims;
  if (!first || claims.some(({ value }) => value !== first.value)) return null;
  return { value: first.value === true, evidence: distinct(claims.slice(0, MAX_COMPARED).map(({ quote }) => quote)).slice(0, MAX_QUOTES) };
};

const APP = /^(SoftwareApplication|WebApplication|MobileApplication|VideoGame|SoftwareSourceCode)$/;
const DATA_KEYS: Record<string, string[]> = { platforms: ['operatingSystem'], languages: ['availableLanguage', 'inLanguage'] };

/** What structured data of an app says. */
const dataClaims = (definition: AttributeDefinition, { facts }: ProductSite): AttributeClaim[] =>
  facts
    .filter(({ types, written }) => types.some((type) => APP.test(type)) && written('', '') !== '')
    .flatMap(({ values, written, page }) =>
      (DATA_KEYS[definition.key] ?? []).flatMap((key) => {
        const is_list = Array.isArray(values[key]);
        // One language is that of the page rather than of the product.
        if (key === 'inLanguage' && toList(values[key]).length < 2) return [];
        return toList(values[key]).flatMap((item): AttributeClaim[] => {
          const text = textValue(item);
          if (!text || isPlannedText(text)) return [];
          const quote = quoteFrom(page, is_list ? text : written(key, text));
          return attributeWordsOf(definition)
            .valuesOfWhole(text)
            .map((value) => ({ value, quote }));
        });
      }),
    );

/** "Storage: 20 GB", a row of a table, or a term and its definition. */
const proposeLabelled = (definition: AttributeDefinition, texts: AttributeText[]): ProposedValue<AttributeValue> | null => {
  for (const one of texts) {
    const [value] = labelledValues(definition, one.text, one.text !== one.block?.text);
    if (value !== undefined) return { value, evidence: [quoteFrom(one.page, one.text)] };
  }
  return null;
};

/** A plan of 0, words for a free plan, or a product that is free as a whole: then nothing on the site has a price. */
const proposeFreePlan = (site: ProductSite, stated: AttributeClaim[]): ProposedValue<boolean> | null => {
  const plans = stated.filter(({ whole }) => !whole);
  const zero = plans.some(({ value }) => value === false) ? null : proposeZeroPlan(site);
  if (zero || plans.length > 0) return zero ?? collectAnswer(plans);
  return stated.length > 0 && proposePriceFrom(site) === null ? collectAnswer(stated) : null;
};

const LINK_CLAIMS: Record<string, (site: ProductSite, definition: AttributeDefinition) => AttributeClaim[]> = {
  platforms: platformLinks,
  api: apiLinks,
  integrations: integrationLinks,
};

const proposeOne = (
  definition: AttributeDefinition,
  site: ProductSite,
  said: AttributeClaim[],
  labelled: AttributeText[],
): ProposedValue<AttributeValue> | null => {
  if (!isBuiltIn(definition)) return proposeLabelled(definition, labelled);
  if (definition.key === 'price_from') return proposePriceFrom(site);
  const stated = [...said, ...(LINK_CLAIMS[definition.key]?.(site, definition) ?? []), ...announcedItems(site, definition)];
  if (definition.kind === 'list') return collectItems(withoutShortForms([...dataClaims(definition, site), ...stated]));
  if (definition.key === 'free_plan') return proposeFreePlan(site, stated) ?? proposeLabelled(definition, labelled);
  return stated.length > 0 ? collectAnswer(stated) : proposeLabelled(definition, labelled);
};

/** Proposes the attributes that a site's categories ask for. */
export const proposeAttributes = (site: ProductSite, definitions: AttributeDefinition[]): Proposal['attributes'] => {
  if (definitions.length === 0) return {};
  const texts = attributeTexts(site);
  const labelled = labelledTexts(texts);
  const claims = collectClaims(site, definitions, texts);
  const found = definitions.map((definition) => [definition.key, proposeOne(definition, site, claims.get(definition)!, labelled)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== null)) as Proposal['attributes'];
};
