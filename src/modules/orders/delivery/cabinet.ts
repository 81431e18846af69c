import type { Ctx } from '../../../kernel/context.ts';
import { type CabinetRow, findCabinet } from './cabinet-queries.ts';

/** A listing's trophy cabinet with its awards, where one was bought; null otherwise. */
export const cabinetOf = (ctx: Ctx, { slug }: { slug: string }): Promise<CabinetRow | null> => findCabinet(ctx, slug);
