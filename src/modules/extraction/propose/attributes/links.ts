import type { LinkedElement } from '../../parse/parsed-page.ts';
import type { AttributeDefinition } from '../../proposal.ts';
import { statementsIn } from '../../verify/attribute-statements.ts';
import { isPlannedText } from '../../words/hedges.ts';
import { platformOfLink } from '../../words/store-links.ts';
import { isIn, type ProductSite, quoteFrom, type SitePage } from '../site.ts';
import { type AttributeClaim, attributePages } from './texts.ts';

/** A product has one page in a store; more belong to a maker's other apps. */
const MOST_APPS = 2;
const LONGEST_HREF = 500;

const isOwnLink = ({ hidden, regions, text }: LinkedElement): boolean =>
  !hidden && !isIn({ regions }, 'testimonial', 'article', 'customer', 'work', 'cookie', 'mock') && !isPlannedText(text);

/** Whether the block around a link says that its app is yet to come. */
const isToCome = ({ blocks }: SitePage, { at }: LinkedElement): boolean =>
  [blocks[at - 1], blocks[at]].some((block) => block !== undefined && block.text.length <= 80 && isPlannedText(block.text));

const isFile = ({ app }: { app: string }): boolean => /\.\w{2,8}$/.test(app);

/** Links to a store or to a file to install: the platform they are for. */
export const platformLinks = (site: ProductSite): AttributeClaim[] => {
  const found = attributePages(site)
    .filter(({ kind }) => kind !== 'docs')
    .flatMap((page) =>
      page.pointers.a.flatMap((link): (AttributeClaim & { app: string })[] => {
        const href = link.tag.attribs.href ?? '';
        const value = platformOfLink(href);
        if (value === null || href.length > LONGEST_HREF || !isOwnLink(link) || isToCome(page, link)) return [];
        const named_mac = value === 'iOS' && /\bmac\b/i.test(link.text);
        return named_mac ? [] : [{ value, quote: quoteFrom(page, href.trim()), app: URL.parse(href, page.base)?.pathname ?? href }];
      }),
    );
  const apps = Map.groupBy(found, ({ value }) => value);
  // Files have a version for each release and processor.
  const own = new Set(
    [...apps].filter(([, links]) => links.every(isFile) || new Set(links.map(({ app }) => app)).size <= MOST_APPS).map(([value]) => value),
  );
  return found.filter(({ value }) => own.has(value));
};

const API_LINK =
  /^(?:(?:our |rest |public |developer )?api(?: (?:docs?|documentation|reference|guide|explorer))?|api-(?:dokumentation|referenz|documentatie)|documentation (?:de l['’])?api|(?:documentación|referencia) (?:de la )?api|documentação (?:da )?api|documentazione (?:delle )?api|api ?(?:ドキュメント|リファレンス|仕様|文档|文件|接口文档))$/i;

/** A link to the documentation of the product's API, by its text. */
export const apiLinks = (site: ProductSite): AttributeClaim[] =>
  attributePages(site).flatMap((page) =>
    page.pointers.a
      .filter(
        (link) => isOwnLink(link) && API_LINK.test(link.text) && !/^(?:#|mailto:|javascript:)?$/.test(link.tag.attribs.href?.trim() ?? ''),
      )
      .slice(0, 1)
      .map(({ text }) => ({ value: true, quote: quoteFrom(page, text) })),
  );

const LONGEST_LINK = 40;
/** Links to what makes the product part of another one, wherever they stand: "WordPress plugin", "Slack app". */
export const integrationLinks = (site: ProductSite, definition: AttributeDefinition): AttributeClaim[] =>
  attributePages(site).flatMap((page) =>
    page.pointers.a.flatMap((link): AttributeClaim[] => {
      const is_own = URL.parse(link.tag.attribs.href ?? '', page.base)?.host === new URL(page.url).host;
      if (!is_own || link.text.length > LONGEST_LINK || !isOwnLink(link)) return [];
      return statementsIn(definition, link.text).flatMap(({ value, strength, start }) =>
        strength === 'certain' && start === 0 ? [{ value, quote: quoteFrom(page, link.text) }] : [],
      );
    }),
  );
