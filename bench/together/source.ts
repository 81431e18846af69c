import type { Sql } from '../../src/db/open.ts';
import { copyOfSite } from '../../test/support/changes/mirror.ts';
import { siteOf } from '../../test/support/voters.ts';

/** All public records of the site, read from its tables. */
export const copyOfFirstSite = async (sql: Sql, root: string): Promise<ReadonlyMap<string, string>> =>
  copyOfSite({ sql, site: { ...(await siteOf(sql, 1)), root } });
