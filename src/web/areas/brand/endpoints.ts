import type { FastifyInstance } from 'fastify';
import { type AppDeps, publicContext } from '../../../http/deps.ts';
import { cachedResponse, sendCachedResponse, sendUnlessUnchanged } from '../../../http/response-cache.ts';
import { fileTagHeaders, limitSharedAge } from '../../../http/shared-cache.ts';
import type { Ctx, Site } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { requireBrandPicture } from '../../../modules/content/brand/brand.ts';
import { findPublicUrl, readStoredPicture } from '../../../modules/listings/media/stored-pictures.ts';
import { drawIcon, siteIcon } from '../../../modules/sites/brand/icon.ts';
import { ACCENT_BACKGROUNDS, brandStyle, paletteOf } from '../../../modules/sites/brand/palette.ts';
import { brandPaths, homePaths } from '../../paths.ts';
import { pictureTagHeaders, REDIRECT_HEADERS } from '../../server/files.ts';

/** The name of a file is its content, or a hash of it, so browsers keep it. */
const FILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};

type BrandFile =
  | { type: string; body: string }
  | { type: string; hash: string; read: () => Promise<Buffer> }
  | { hash: string; public_url: string };

const readPictureFile = async (ctx: Ctx, hash: string, type: string): Promise<BrandFile> => {
  const picture = await requireBrandPicture(ctx, hash);
  const public_url = findPublicUrl(ctx, hash, picture);
  return public_url ? { hash, public_url } : { type, hash, read: () => readStoredPicture(ctx, hash, picture) };
};

/** The files of brands by the form of their name. Only pictures are stored. */
const FILES: [name: RegExp, read: (ctx: Ctx, name: string) => BrandFile | Promise<BrandFile>][] = [
  [/^([0-9a-f]{64})\.png$/, (ctx, hash) => readPictureFile(ctx, hash, 'image/png')],
  // Pictures of posts.
  [/^([0-9a-f]{64})\.webp$/, (ctx, hash) => readPictureFile(ctx, hash, 'image/webp')],
  [
    /^([a-z0-9-]{1,60})\.css$/,
    (_ctx, name) => ({ type: 'text/css; charset=utf-8', body: requireFound('picture_not_found', brandStyle(name)) }),
  ],
  [/^([0-9a-f]{6})\.svg$/, (_ctx, hex) => ({ type: 'image/svg+xml', body: drawIcon(`#${hex}`) })],
];

const readFile = async (ctx: Ctx, file: string): Promise<BrandFile> => {
  for (const [pattern, read] of FILES) {
    const name = pattern.exec(file)?.[1];
    if (name) return read(ctx, name);
  }
  throw new Refusal('picture_not_found');
};

/** The site's name, icon and colours for home screens. */
export const webManifest = (site: Site): string => {
  const { src, mimeType, sizes } = siteIcon(site);
  return JSON.stringify({
    name: site.name,
    short_name: site.name.slice(0, 30),
    description: site.tagline || undefined,
    start_url: homePaths.home(),
    display: 'browser',
    theme_color: paletteOf(site.brand).light.accent,
    background_color: ACCENT_BACKGROUNDS.light.paper,
    icons: [{ src, type: mimeType, sizes: sizes.join(' ') }],
  });
};

/** Registers the files of brands, and the addresses at which programs look for an icon. */
export const serveBrand = (app: FastifyInstance, deps: AppDeps): void => {
  app.get(brandPaths.file.pattern, async (request, reply) => {
    const { file } = request.params as { file: string };
    const ctx = await publicContext(deps, request);
    const found = await readFile(ctx, file);
    if ('body' in found) return sendCachedResponse(request, reply, cachedResponse(200, found.type, found.body), FILE_HEADERS);
    reply.headers(pictureTagHeaders(deps, ctx.site.id, found.hash));
    if ('public_url' in found) return reply.headers(REDIRECT_HEADERS).redirect(found.public_url, 302);
    const headers = {
      ...FILE_HEADERS,
      'cache-control': limitSharedAge(FILE_HEADERS['cache-control']),
      'content-type': found.type,
      etag: `"${found.hash}"`,
    };
    return sendUnlessUnchanged(request, reply, headers, found.read);
  });
  for (const { pattern } of [brandPaths.favicon, brandPaths.icon])
    app.get(pattern, async (request, reply) => {
      const site = await deps.siteOf(request.headers.host);
      return reply
        .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*', ...fileTagHeaders(deps, site.id) })
        .redirect(siteIcon(site).src, 302);
    });
};
