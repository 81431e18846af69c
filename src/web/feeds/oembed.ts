import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { splitLanguage } from '../../kernel/language/languages.ts';
import { toValue } from '../../kernel/responses.ts';
import { Strict, T } from '../../kernel/schema.ts';
import { loadBadges } from '../../modules/launches/badges/badges.ts';
import type { Badge } from '../../modules/listings/badges/render.ts';
import { getListing } from '../../modules/listings/profile/profile.ts';
import { listingPaths } from '../paths.ts';
import { parseQuery, type Query } from '../server/page.ts';
import { parseParams } from '../server/path.ts';
import { xml, xmlDocument } from './xml.ts';

const Side = T.Optional(T.Integer({ minimum: 1, maximum: 10_000 }));
export const EmbedQuery = Strict({
  url: T.Optional(T.String({ maxLength: 2048 })),
  maxwidth: Side,
  maxheight: Side,
  format: T.Optional(T.String({ maxLength: 20 })),
});

/** From the largest to the smallest; the first that fits is used. */
const BADGE_STYLES = [
  { shape: 'banner', size: 'm' },
  { shape: 'standard', size: 'm' },
  { shape: 'pill', size: 'm' },
  { shape: 'standard', size: 's' },
  { shape: 'square', size: 'm' },
  { shape: 'pill', size: 's' },
  { shape: 'square', size: 's' },
] as const;

/** The slug in the address of a listing page on this site. */
const slugOfUrl = ({ site }: Ctx, text: string): string => {
  const url = URL.parse(text);
  const slug =
    url?.origin === new URL(site.root).origin ? /^\/listings\/([^/]+)\/?$/.exec(splitLanguage(url.pathname).rest)?.[1] : undefined;
  return parseParams(listingPaths.listing.pattern, { slug }).slug;
};

type Embed = Record<string, string | number>;
type MaxSize = { maxwidth?: number; maxheight?: number };

const fittingBadge = async (ctx: Ctx, slug: string, { maxwidth = Infinity, maxheight = Infinity }: MaxSize): Promise<Badge | undefined> => {
  for (const style of BADGE_STYLES) {
    const { badges } = await loadBadges(ctx, { slug, mode: 'auto', ...style });
    const [first] = badges;
    if (first && first.width <= maxwidth && first.height <= maxheight) return first;
  }
  return undefined;
};

/** How long embedding sites may cache it; an award may come or go. */
const CACHE_SECONDS = 3600;

const describeEmbed = async (ctx: Ctx, slug: string, max_size: MaxSize): Promise<Embed> => {
  const { name, tagline, founders } = toValue(await getListing(ctx, { slug }));
  const badge = await fittingBadge(ctx, slug, max_size);
  const [founder] = founders;
  return {
    // If not even the smallest badge fits, return a link.
    type: badge ? 'rich' : 'link',
    version: '1.0',
    title: tagline ? `${name}: ${tagline}` : name,
    ...(founder && { author_name: founder.name, author_url: founder.url }),
    provider_name: ctx.site.name,
    provider_url: ctx.site.root,
    cache_age: CACHE_SECONDS,
    ...(badge && { html: badge.embed_html, width: badge.width, height: badge.height }),
  };
};

const FORMATS: Record<string, { type: string; write(embed: Embed): string }> = {
  json: { type: 'application/json; charset=utf-8', write: (embed) => JSON.stringify(embed) },
  xml: {
    type: 'text/xml; charset=utf-8',
    write: (embed) =>
      xmlDocument(
        xml(
          'oembed',
          Object.entries(embed).map(([name, value]) => xml(name, String(value))),
        ),
      ),
  },
};

/** A listing's oEmbed representation (oembed.com): its badge in the largest size that fits. */
export const embedListing = async (ctx: Ctx, query: Query): Promise<{ status: number; type: string; text: string }> => {
  const { input, ignored } = parseQuery(EmbedQuery, query);
  if (input.url === undefined || ignored.length > 0)
    throw new Refusal('invalid_input', {
      detail: 'url must be the address of a product page on this site; maxwidth and maxheight must be whole numbers.',
    });
  const format = FORMATS[input.format ?? 'json'];
  // oEmbed prescribes 501 for an unsupported format.
  if (!format) return { status: 501, type: 'text/plain; charset=utf-8', text: 'format must be json or xml.\n' };
  return { status: 200, type: format.type, text: format.write(await describeEmbed(ctx, slugOfUrl(ctx, input.url), input)) };
};
