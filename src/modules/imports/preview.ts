import type { Ctx } from '../../kernel/context.ts';
import type { Fault, MappedRow } from './mapping.ts';
import { planRows } from './plan-rows.ts';
import { planWebsites } from './plan-websites.ts';
import { type ImportRow, selectRows } from './queries.ts';

const PREVIEW_ROWS = 20;
/** Rows that are checked while the team chooses. The rest is checked when it is written. */
const CHECKED_ROWS = 1000;
const MAX_FAULTS_SHOWN = 50;

export interface RowFault extends Fault {
  line: number;
}

export interface PreviewRow {
  line: number;
  /** The row as it will be written; null if it has faults, or if its website is drafted. */
  mapped: MappedRow | null;
  /** The website that is drafted. */
  url: string | null;
  faults: Fault[];
  /** The listing that has the website. */
  existing: { name: string; slug: string } | null;
  shares_website?: boolean;
}

export interface ImportPreview {
  rows: PreviewRow[];
  checked: number;
  faulty: number;
  faults: RowFault[];
  existing: number;
  /** Rows whose website another product has. */
  sharing: number;
  /** Fields that every listing needs and no column has. */
  missing: ('name' | 'website')[];
}

export const missingFields = ({ mapping }: Pick<ImportRow, 'mapping'>): ImportPreview['missing'] =>
  (['name', 'website'] as const).filter((field) => !Object.values(mapping ?? {}).includes(field));

/** Whether the file has nothing but websites, which are then drafted. */
export const isWebsitesOnly = ({ mapping, columns }: Pick<ImportRow, 'mapping' | 'columns'>): boolean =>
  columns.length > 0 && columns.every(({ name }) => mapping?.[name] === 'website');

/** What the import would do to the first rows with its mapping. */
export const previewImport = async (ctx: Pick<Ctx, 'sql' | 'allow_private'>, row: ImportRow): Promise<ImportPreview> => {
  const stored = await selectRows(ctx.sql, row.id, 0, CHECKED_ROWS);
  const rows: PreviewRow[] = isWebsitesOnly(row)
    ? (await planWebsites(ctx, row, stored)).map((one) => ({ ...one, mapped: null }))
    : (await planRows(ctx.sql, row, stored)).map((one) => ({ ...one, url: null }));
  return {
    rows: rows.slice(0, PREVIEW_ROWS),
    checked: rows.length,
    faulty: rows.filter(({ faults }) => faults.length > 0).length,
    faults: rows.flatMap(({ line, faults }) => faults.map((fault) => ({ line, ...fault }))).slice(0, MAX_FAULTS_SHOWN),
    existing: rows.filter(({ existing }) => existing !== null).length,
    sharing: rows.filter(({ shares_website }) => shares_website).length,
    missing: isWebsitesOnly(row) ? [] : missingFields(row),
  };
};
