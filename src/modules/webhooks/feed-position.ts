import type { Sql } from 'postgres';
import type { Site } from '../../kernel/context.ts';
import { readChanges } from '../changes/changes.ts';

/** The place after the newest change of a site. */
export const findNewestCursor = async (ctx: { sql: Sql; site: Site }): Promise<string> =>
  (await readChanges(ctx, { cursor: 'latest', limit: 1 })).cursor;
