import { createHash } from 'node:crypto';
import type { OutputInfo, Sharp } from 'sharp';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';

/**
 * Uploads are decoded and encoded again, so that nothing but the picture itself is stored. Limits are in bytes and in pixels: a
 * small file can decode into a very large picture.
 */
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 1600;
const MIN_SIDE = 40;
const QUALITY = 82;
const TIMEOUT_SECONDS = 15;

/** Only these formats can be decoded: others can fetch resources, run code or decompress without bound. */
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'];
const READERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'];

type SharpLibrary = typeof import('sharp')['default'];
let loaded: Promise<SharpLibrary> | undefined;

/** The picture library, loaded with the first picture: most processes never have one. */
const loadSharp = (): Promise<SharpLibrary> => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: READERS });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
};

export interface ProcessedPicture {
  bytes: Buffer;
  hash: string;
  width: number;
  height: number;
}

const invalidPicture = (message: string): Refusal => invalidInput({ path: 'picture', code: 'wrong_form', message });

let last_run: Promise<unknown> = Promise.resolve();

/** One picture at a time: a large one takes a hundred megabytes while it is decoded. */
const runExclusive = <T>(work: () => Promise<T>): Promise<T> => {
  const result = last_run.then(work);
  last_run = result.catch(() => {});
  return result;
};

const toPicture = (bytes: Buffer, { width, height }: OutputInfo): ProcessedPicture => ({
  bytes,
  hash: createHash('sha256').update(bytes).digest('hex'),
  width,
  height,
});

/** A decoded upload, upright and without metadata; refused if it is no picture, too large or too small. */
const decode = async (upload: Buffer, min_side = MIN_SIDE): Promise<Sharp> => {
  const sharp = await loadSharp();
  const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const { format, width, height } = await picture.metadata();
  if (!FORMATS.includes(format)) throw invalidPicture(t('must be a JPEG, PNG, WebP, AVIF or GIF image'));
  if (width * height > MAX_PIXELS) throw invalidPicture(t('may have at most 40 megapixels'));
  if (Math.min(width, height) < min_side) throw invalidPicture(t('must be at least {n} pixels wide and high', { n: min_side }));
  return picture.timeout({ seconds: TIMEOUT_SECONDS }).autoOrient();
};

const encode = async (upload: Buffer): Promise<ProcessedPicture> => {
  const { data, info } = await (await decode(upload))
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return toPicture(data, info);
};

/** Unblocked only while one of our own drawings is rendered. `runExclusive` makes sure that no upload is decoded meanwhile. */
const SVG_READER = { operation: ['VipsForeignLoadSvg'] };

const renderSvg = <T>(svg: string, encodeAs: (drawing: Sharp) => Promise<T>): Promise<T> =>
  runExclusive(async () => {
    const sharp = await loadSharp();
    sharp.unblock(SVG_READER);
    try {
      return await encodeAs(sharp(Buffer.from(svg)).timeout({ seconds: TIMEOUT_SECONDS }));
    } finally {
      sharp.block(SVG_READER);
    }
  });

/** Renders one of our own drawings as PNG. The SVG must be trusted. */
export const rasterizeSvg = (svg: string): Promise<Buffer> =>
  renderSvg(svg, (drawing) => drawing.removeAlpha().png({ compressionLevel: 7 }).toBuffer());

/** Renders one of our own drawings as a listing's picture. The SVG must be trusted. */
export const pictureOfSvg = (svg: string): Promise<ProcessedPicture> =>
  renderSvg(svg, async (drawing) => {
    const { data, info } = await drawing.removeAlpha().webp({ quality: QUALITY, effort: 1 }).toBuffer({ resolveWithObject: true });
    return toPicture(data, info);
  });

const processUpload = (upload: Buffer, encodeAs: (upload: Buffer) => Promise<ProcessedPicture>): Promise<ProcessedPicture> =>
  runExclusive(async () => {
    if (upload.length === 0) throw invalidPicture('is missing');
    if (upload.length > MAX_PICTURE_BYTES) throw invalidPicture(t('may be at most 8 MB'));
    try {
      return await encodeAs(upload);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw invalidPicture(t('can’t be read as an image'));
    }
  });

/** Encodes an uploaded picture again: resized, rotated upright, without metadata. */
export const processPicture = (upload: Buffer): Promise<ProcessedPicture> => processUpload(upload, encode);

/** The size a logo is stored in. `square` adds a transparent border to what is not. */
export interface LogoSize {
  width: number;
  height: number;
  min_side: number;
  square?: boolean;
}

const encodeLogo = async (picture: Sharp, { width, height, square }: LogoSize): Promise<ProcessedPicture> => {
  const { data, info } = await picture
    .resize({ width, height, fit: square ? 'contain' : 'inside', withoutEnlargement: !square, background: '#00000000' })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return toPicture(data, info);
};

/** Encodes an uploaded logo again, as PNG, which mail programs and browser tabs show too. */
export const processLogo = (upload: Buffer, size: LogoSize): Promise<ProcessedPicture> =>
  processUpload(upload, async (upload) => encodeLogo(await decode(upload, size.min_side), size));

/** The same of a drawing. The SVG must be trusted: our own, or rewritten by our own parser. */
export const logoOfSvg = (svg: string, size: LogoSize): Promise<ProcessedPicture> => renderSvg(svg, (drawing) => encodeLogo(drawing, size));
