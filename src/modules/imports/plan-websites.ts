import type { Db } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { identifyWebsite, normalizeWebsite } from '../listings/addresses.ts';
import { selectListingsByDomain, type TakenDomain } from '../listings/import/queries.ts';
import type { Fault } from './mapping.ts';
import type { ImportRow, StoredRow } from './queries.ts';

/** What drafting does with a row that has only a website. */
export interface PlannedWebsite {
  number: number;
  line: number;
  url: string | null;
  domain: string | null;
  faults: Fault[];
  /** The listing that has the website. */
  existing: TakenDomain | null;
}

interface PlanningCtx {
  sql: Db;
  allow_private?: boolean;
}

/** Plans websites of an import in the order of the file. `known` are those that rows before them have. */
export const planWebsites = async (
  { sql, allow_private = false }: PlanningCtx,
  row: ImportRow,
  rows: StoredRow[],
  known: ReadonlySet<string> = new Set(),
): Promise<PlannedWebsite[]> => {
  const columns = Object.keys(row.mapping ?? {}).filter((column) => row.mapping![column] === 'website');
  const read = rows.map(({ number, line, record, faults }) => {
    const typed = String(columns.map((column) => record[column]).find(Boolean) ?? '');
    const url = normalizeWebsite(typed, allow_private);
    return { number, line, typed, url, domain: url && identifyWebsite(url), stored_faults: faults };
  });
  const domains = read.flatMap(({ domain }) => domain ?? []);
  const taken = new Map((await selectListingsByDomain(sql, row.site_id, domains)).map((one) => [one.domain, one]));
  const seen = new Set(known);
  return read.map(({ number, line, typed, url, domain, stored_faults }) => {
    const refuse = (message: string) => ({ number, line, url, domain, faults: [{ column: null, message }], existing: null });
    if (stored_faults) return { number, line, url, domain, faults: stored_faults, existing: null };
    if (!url || !domain) return refuse(t('“{typed}” isn’t the address of a public website', { typed: typed.slice(0, 100) }));
    if (seen.has(domain)) return refuse(t('{domain} is in this list twice', { domain }));
    const existing = taken.get(domain) ?? null;
    if (!existing) seen.add(domain);
    return { number, line, url, domain, faults: [], existing };
  });
};
