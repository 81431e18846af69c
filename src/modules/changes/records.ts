import type { Ctx } from '../../kernel/context.ts';
import { selectCategoryRecords } from '../catalog/queries.ts';
import { selectAwardRecords, selectWeekRecords } from '../launches/weeks/queries.ts';
import { MAX_SHOWN } from '../launches/weeks/weeks.ts';
import { selectProfileRecords } from '../listings/profile/queries.ts';
import { listProductRecords } from '../orders/quote/quote.ts';
import { selectFounderRecords } from '../people/queries.ts';
import { selectVoteDayRecords } from '../votes/days/queries.ts';
import type { ChangeKind } from './rules.ts';

type RecordCtx = Pick<Ctx, 'sql' | 'site'>;

const byKey = (rows: readonly { key: string; json: string }[]) => new Map(rows.map(({ key, json }) => [key, json]));

/** Reads public records by key, as JSON text. What the public can't read is not in the result. */
export const LOAD_RECORDS: Record<ChangeKind, (ctx: RecordCtx, keys: string[]) => Promise<Map<string, string>>> = {
  category: async (ctx, slugs) => new Map((await selectCategoryRecords(ctx, slugs)).map(({ slug, json }) => [slug, json])),
  listing: selectProfileRecords,
  founder: selectFounderRecords,
  week: async (ctx, weeks) => byKey(await selectWeekRecords(ctx, weeks, MAX_SHOWN)),
  award: async (ctx, keys) => byKey(await selectAwardRecords(ctx, keys)),
  product: async (ctx, codes) => {
    const products = await listProductRecords(ctx);
    return new Map(codes.flatMap((code) => (products.has(code) ? [[code, JSON.stringify(products.get(code))]] : [])));
  },
  votes: async (ctx, keys) => byKey(await selectVoteDayRecords(ctx, keys)),
};
