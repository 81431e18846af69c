import type { Sql } from '../../../src/db/open.ts';
import type { Db, Site } from '../../../src/kernel/context.ts';
import { type Change, readChanges } from '../../../src/modules/changes/changes.ts';
import { LOAD_RECORDS } from '../../../src/modules/changes/records.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../../src/modules/changes/rules.ts';

interface SiteDb {
  sql: Sql;
  site: Site;
}

/** A copy of a site's public records, by kind and key. */
export type Copy = Map<string, string>;

/** Everything that is public on a site, read from its tables and not from the feed; or only the records of some names. */
export const copyOfSite = async ({ sql, site }: { sql: Db; site: Site }, isCopied = (_name: string) => true): Promise<Copy> => {
  const rows = await sql<{ kind: ChangeKind; key: string }[]>`
    select kind, key from (
      select 'category' as kind, slug as key, site_id from categories
      union all select 'listing', slug, site_id from listings
      union all select 'founder', slug, site_id from founders
      union all select 'week', week_on::text, site_id from week_totals
      union all select 'week', week_on::text, site_id from launch_weeks
      union all select 'award', week_on || '/' || rank, site_id from week_results where rank <= 3
      union all select 'product', code, site_id from products
      union all select 'votes', l.slug || '/' || d.day, d.site_id from vote_days d join listings l on l.id = d.listing_id
    ) r where site_id = ${site.id}`;
  const copy: Copy = new Map();
  for (const kind of CHANGE_KINDS) {
    const keys = rows.filter((row) => row.kind === kind && isCopied(`${row.kind} ${row.key}`)).map(({ key }) => key);
    for (const [key, json] of await LOAD_RECORDS[kind]({ sql, site }, [...new Set(keys)])) copy.set(`${kind} ${key}`, json);
  }
  return copy;
};

/** Records that are not the same in two copies. */
export const differences = (a: Copy, b: Copy): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name)).sort();

/** A developer's mirror of a site, which only knows the feed. */
export const createMirror = ({ sql, site }: SiteDb) => {
  const copy: Copy = new Map();
  let cursor: string | undefined;
  /** Reads to the end of the feed and returns the changes. */
  const update = async (limit = 50): Promise<Change[]> => {
    const read: Change[] = [];
    for (let has_more = true; has_more; ) {
      const page = await readChanges({ sql, site }, { cursor, limit });
      for (const change of page.changes) {
        const name = `${change.kind} ${change.key}`;
        if (change.json === null) copy.delete(name);
        else copy.set(name, change.json);
      }
      read.push(...page.changes);
      ({ cursor, has_more } = page);
    }
    return read;
  };
  return { copy, update, missed: async () => differences(copy, await copyOfSite({ sql, site })) };
};
