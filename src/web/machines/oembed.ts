import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import { Strict, T } from '../../kernel/schema.ts';
import type { Badge } from '../../modules/launches/badge-embed.ts';
import { badgesOf } from '../../modules/launches/badges.ts';
import { getListing } from '../../modules/listings/listing.ts';
import { asked, slugIn } from '../asked.ts';
import type { Query } from '../page.ts';
import { xml, xmlDocument } from '../xml.ts';

const Side = T.Optional(T.Integer({ minimum: 1, maximum: 10_000 }));
export const AskEmbed = Strict({
  url: T.Optional(T.String({ maxLength: 2048 })),
  maxwidth: Side,
  maxheight: Side,
  format: T.Optional(T.String({ maxLength: 20 })),
});

/** From the largest to the smallest: the first that fits is shown. */
const LOOKS = [
  { shape: 'banner', size: 'm' },
  { shape: 'standard', size: 'm' },
  { shape: 'pill', size: 'm' },
  { shape: 'standard', size: 's' },
  { shape: 'square', size: 'm' },
  { shape: 'pill', size: 's' },
  { shape: 'square', size: 's' },
] as const;

/** The slug of a listing whose page the address is, on this site. */
const slugAt = ({ site }: Ctx, address: string): string => {
  const url = URL.parse(address);
  const slug = url?.origin === new URL(site.root).origin ? /^\/listings\/([^/]+)\/?$/.exec(url.pathname)?.[1] : undefined;
  return slugIn({ slug }, 'listing_not_found');
};

type Embed = Record<string, string | number>;
type Room = { maxwidth?: number; maxheight?: number };

const badgeThatFits = async (ctx: Ctx, slug: string, { maxwidth = Infinity, maxheight = Infinity }: Room): Promise<Badge | undefined> => {
  for (const look of LOOKS) {
    const { badges } = await badgesOf(ctx, { slug, mode: 'auto', rel: 'none', ...look });
    const [first] = badges;
    if (first && first.width <= maxwidth && first.height <= maxheight) return first;
  }
  return undefined;
};

/** How long who embeds it may keep it: an award may come or go. */
const CACHE_SECONDS = 3600;

const embedOf = async (ctx: Ctx, slug: string, room: Room): Promise<Embed> => {
  const { name, tagline, founders } = valueIn(await getListing(ctx, { slug }));
  const badge = await badgeThatFits(ctx, slug, room);
  const [founder] = founders;
  return {
    // Where not even the smallest badge fits, there is a title to link.
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

/** A listing as other sites may show it (oembed.com): its badge, as large as they have room for. */
export const embedListing = async (ctx: Ctx, query: Query): Promise<{ status: number; type: string; text: string }> => {
  const { input, misread } = asked(AskEmbed, query);
  if (input.url === undefined || misread.length > 0)
    throw new Refusal('invalid_input', {
      detail: 'url must be the address of a product’s page here; maxwidth and maxheight whole numbers.',
    });
  const format = FORMATS[input.format ?? 'json'];
  // The protocol's own word for a format one does not write.
  if (!format) return { status: 501, type: 'text/plain; charset=utf-8', text: 'The formats are json and xml.\n' };
  return { status: 200, type: format.type, text: format.write(await embedOf(ctx, slugAt(ctx, input.url), input)) };
};
