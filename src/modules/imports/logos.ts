import { type GuardedFetch, isFetched } from '../../integrations/fetch/guarded-fetch.ts';
import { type Db, inTransaction, type Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { JobCtx } from '../../kernel/jobs.ts';
import { replaceLogo } from '../listings/import/queries.ts';
import { type ProcessedPicture, processPicture } from '../listings/media/image-processing.ts';
import type { StoredBytes } from '../listings/media/queries.ts';
import { type MediaCtx, storePicture } from '../listings/media/stored-pictures.ts';
import { crawlerUserAgent } from '../sites/sites.ts';
import { countReadLogos, findImport, markLogoRead, selectUnreadLogos, type UnreadLogo } from './queries.ts';

/** Logos of one run of the job, of one host in it, and of one import. */
const LIMITS = { batch: 40, per_host: 10, in_all: 5000 };
const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Hosts that are asked at the same time. */
const LANES = 4;

type LogoCtx = Pick<JobCtx, 'sql' | 'clock' | 'signal'> & Pick<MediaCtx, 'integrations'> & { site: Site; fetch: GuardedFetch };

/** The picture at an address, encoded like an upload; null if there is none. */
const fetchPicture = async ({ fetch, site, signal }: LogoCtx, url: string): Promise<ProcessedPicture | null> => {
  const response = await fetch(url, { max_bytes: MAX_BYTES, timeout_ms: TIMEOUT_MS, user_agent: crawlerUserAgent(site), signal });
  // A process that stops has not seen that the picture is missing.
  signal.throwIfAborted();
  if (!isFetched(response) || response.status !== 200) return null;
  try {
    return await processPicture(response.body);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};

/** Stores the logo of a row, unless the listing got another one meanwhile. Without a picture, the listing stays as it is. */
const readLogo = async (ctx: LogoCtx, import_id: number, { number, listing_id, logo_url }: UnreadLogo): Promise<void> => {
  const fetched = await fetchPicture(ctx, logo_url);
  const picture: StoredBytes<ProcessedPicture> | null = fetched && (await storePicture(ctx, ctx.site.id, fetched));
  await inTransaction(ctx as Omit<LogoCtx, 'sql'> & { sql: Db }, async ({ sql, clock, site }) => {
    const at = clock.now();
    const stored_url = picture && `${site.root}/media/${picture.hash}.webp`;
    const is_stored = stored_url !== null && (await replaceLogo(sql, { listing_id, from: logo_url, to: stored_url, ...picture!, at }));
    await markLogoRead(sql, import_id, number, { at, stored_url: is_stored ? stored_url : null });
  });
};

/** Fetches the next logos of an import, one at a time from each host. Whether there may be more. */
export const readNextLogos = async (ctx: LogoCtx, import_id: number): Promise<boolean> => {
  const { sql, site } = ctx;
  const row = await findImport(sql, site.id, import_id);
  if (row?.status !== 'done' || (await countReadLogos(sql, import_id)) >= LIMITS.in_all) return false;
  const logos = await selectUnreadLogos(sql, row, site.root, LIMITS);
  const hosts = [...Map.groupBy(logos, ({ host }) => host).values()];
  const readLane = async (lane: number): Promise<void> => {
    for (const logo of hosts.filter((_, at) => at % LANES === lane).flat()) await readLogo(ctx, import_id, logo);
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => readLane(lane)));
  return logos.length > 0;
};
