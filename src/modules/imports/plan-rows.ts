import type { Db } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { fold } from '../../kernel/words.ts';
import { selectAllDefinitions } from '../catalog/attributes/queries.ts';
import { identifyPage } from '../listings/addresses.ts';
import { selectListingsByDomain, type TakenDomain } from '../listings/import/queries.ts';
import { createMapper, type Fault, type MappedRow } from './mapping.ts';
import { type ImportRow, type StoredRow, selectImportedLines } from './queries.ts';

/** What the import does with a row: it writes `mapped`, or meets a listing of the site, or refuses the row for its faults. */
export interface PlannedRow {
  number: number;
  line: number;
  mapped: MappedRow | null;
  faults: Fault[];
  /** The listing that has the website. */
  existing: TakenDomain | null;
  /** Whether another product has the same website, by its name and address. */
  shares_website: boolean;
}

/** Who has a website: a row of the file, or a listing of the site. */
interface Holder {
  name: string;
  page: string | null;
  line: number | null;
  listing: TakenDomain | null;
}

const isSameProduct = (holder: Holder, { listing }: MappedRow): boolean =>
  fold(holder.name) === fold(listing.name) || holder.page === identifyPage(listing.website);

const describeDuplicate = (line: number, domain: string): Fault => ({
  column: null,
  message: t('has the same website as line {line}: {domain}. A site lists a website once', { line, domain }),
});

/** Gives each row its website. With `list_each`, a different product at a website that is taken gets its page as its own. */
const placeRow = (mapped: MappedRow, holders: Map<string, Holder>, list_each: boolean) => {
  const { website, domain } = mapped.listing;
  const page = identifyPage(website);
  const holder = holders.get(domain);
  const shares_website = holder !== undefined && page !== null && !isSameProduct(holder, mapped);
  const own = (page && holders.get(page)) || (shares_website && list_each ? undefined : holder);
  const placed = shares_website && list_each ? { ...mapped, listing: { ...mapped.listing, domain: page } } : mapped;
  return { placed, holder: own, shares_website };
};

/** Plans rows of an import in the order of the file, with what the site has by now. The preview and the import use the same plan. */
export const planRows = async (sql: Db, row: ImportRow, rows: StoredRow[]): Promise<PlannedRow[]> => {
  const mapRow = createMapper(row.mapping ?? {}, await selectAllDefinitions(sql, row.site_id));
  const read = rows.map(({ number, line, record, faults }) => ({ number, line, result: faults ?? mapRow(record, line) }));
  const addresses = read.flatMap(({ result }) =>
    Array.isArray(result) ? [] : [result.listing.domain, identifyPage(result.listing.website) ?? ''],
  );
  const taken = await selectListingsByDomain(sql, row.site_id, addresses);
  const lines = await selectImportedLines(
    sql,
    row.id,
    taken.map(({ id }) => id),
  );
  const holders = new Map<string, Holder>(
    taken.map((listing) => [
      listing.domain,
      { name: listing.name, page: identifyPage(listing.website), line: lines.get(listing.id) ?? null, listing },
    ]),
  );
  return read.map(({ number, line, result }): PlannedRow => {
    if (Array.isArray(result)) return { number, line, mapped: null, faults: result, existing: null, shares_website: false };
    const { placed, holder, shares_website } = placeRow(result, holders, row.list_each);
    if (!holder)
      holders.set(placed.listing.domain, { name: placed.listing.name, page: identifyPage(placed.listing.website), line, listing: null });
    const faults = holder && holder.line !== null ? [describeDuplicate(holder.line, placed.listing.domain)] : [];
    return {
      number,
      line,
      mapped: faults.length > 0 ? null : placed,
      faults,
      existing: faults.length > 0 ? null : (holder?.listing ?? null),
      shares_website,
    };
  });
};
