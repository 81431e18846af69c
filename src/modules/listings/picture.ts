import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { Refusal } from '../../kernel/errors.ts';

/** Pictures as they are kept: made anew from what was sent, so that nothing but the picture itself is left of it. */

/** What may be sent, in bytes and in picture points: a small file can unfold into a very large picture. */
export const PICTURE_BYTES = 8 * 1024 * 1024;
const MOST_POINTS = 40_000_000;
const LONGEST_SIDE = 1600;
const SHORTEST_SIDE = 40;
const QUALITY = 82;
/** How long one picture may be worked on. */
const SECONDS = 15;

/** Only these are read at all: other readers know formats that fetch, run or unfold things. */
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'];
const READERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
sharp.cache(false);
sharp.concurrency(1);

export interface Picture {
  bytes: Buffer;
  hash: string;
  width: number;
  height: number;
}

const unfit = (message: string): Refusal => new Refusal('invalid_input', { errors: [{ path: 'picture', code: 'wrong_form', message }] });

let last: Promise<unknown> = Promise.resolve();

/** One at a time: a large picture takes a hundred megabytes while it is open. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work);
  last = mine.catch(() => {});
  return mine;
};

const encode = async (sent: Buffer): Promise<Picture> => {
  const picture = sharp(sent, { limitInputPixels: MOST_POINTS, failOn: 'error', pages: 1 });
  const { format, width, height } = await picture.metadata();
  if (!FORMATS.includes(format)) throw unfit('must be a JPEG, PNG, WebP, AVIF or GIF picture');
  if (width * height > MOST_POINTS) throw unfit('may have at most 40 million picture points');
  if (Math.min(width, height) < SHORTEST_SIDE) throw unfit(`must be at least ${SHORTEST_SIDE} points wide and high`);
  const { data, info } = await picture
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, hash: createHash('sha256').update(data).digest('hex'), width: info.width, height: info.height };
};

/** Its reader is open only while one of our own drawings is read, in turn with what people send: nobody else's drawing ever meets it. */
const OWN_READER = { operation: ['VipsForeignLoadSvg'] };

/** One of our own drawings as a PNG. Whoever draws has put nothing into it but shapes. */
export const rasterise = (svg: string): Promise<Buffer> =>
  inTurn(async () => {
    sharp.unblock(OWN_READER);
    try {
      return await sharp(Buffer.from(svg)).timeout({ seconds: SECONDS }).removeAlpha().png({ compressionLevel: 7 }).toBuffer();
    } finally {
      sharp.block(OWN_READER);
    }
  });

/** A picture made anew: bounded, the right way up, without anything the camera or a program wrote beside it. */
export const makePicture = (sent: Buffer): Promise<Picture> =>
  inTurn(async () => {
    if (sent.length === 0) throw unfit('is missing');
    if (sent.length > PICTURE_BYTES) throw unfit('may have at most 8 MB');
    try {
      return await encode(sent);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw unfit('could not be read as a picture');
    }
  });
