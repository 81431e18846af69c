import { PAGING } from '../../../../kernel/schema.ts';
import { FORMATS } from '../../../../modules/imports/formats/detect.ts';
import { listImports, MAX_UPLOAD_MB } from '../../../../modules/imports/imports.ts';
import type { ImportRow } from '../../../../modules/imports/queries.ts';
import type { ImportStatus } from '../../../../modules/imports/states.ts';
import { adminPaths } from '../../../paths.ts';
import { Form } from '../../../ui/form.tsx';
import { formatCount, pluralize } from '../../../ui/format.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const STATUS_NAMES: Record<ImportStatus, string> = {
  uploading: 'Upload interrupted',
  reading: 'Reading',
  mapping: 'Ready to check',
  running: 'Importing',
  drafting: 'Reading websites',
  reviewing: 'To review',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Not imported',
};

/** What an import did, in a few words. */
export const summarizeImport = ({ status, rows, imported, updated, refused }: ImportRow): string => {
  if (status === 'reading' || status === 'mapping') return pluralize(rows, 'row');
  const parts = [
    `${formatCount(imported)} added`,
    ...(updated > 0 ? [`${formatCount(updated)} updated`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
  ];
  return `${parts.join(', ')} of ${pluralize(rows, 'row')}`;
};

const HINT = `Up to ${MAX_UPLOAD_MB} MB, about 60,000 products. You check everything before it’s published.`;

export const importsPage = adminPage({
  name: 'admin_imports',
  path: adminPaths.imports,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listImports(ctx, input)) }),
  title: 'Import',
  description: 'Fill the site with listings from a file.',
  lede: 'Add listings from a spreadsheet, an export of another site, an awesome list or a list of websites.',
  view: ({ imports, has_more, input }, context) => (
    <>
      <AdminSection id="file" title="Upload a file">
        <Form action={adminPaths.uploadImport()} context={context} class="form narrow" takes_files>
          <div class="field">
            <label for="import-file">CSV, JSON, JSON lines, Markdown or an export</label>
            <input
              id="import-file"
              name="file"
              type="file"
              required
              accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.md,.gz,text/csv,application/json,text/markdown,text/plain"
              aria-describedby="import-file-hint"
            />
            <p class="quiet" id="import-file-hint">
              {HINT}
            </p>
          </div>
          <div class="actions">
            <button class="button button-main" type="submit">
              Upload
            </button>
          </div>
        </Form>
      </AdminSection>
      <AdminSection id="paste" title="Or paste it">
        <AdminForm
          action={adminPaths.pasteImport()}
          context={context}
          submit="Continue"
          fields={[
            {
              name: 'text',
              label: 'Rows of a spreadsheet, or websites',
              rows: 5,
              max_length: 500_000,
              required: true,
              hint: 'Copy cells with their header row, or paste one website per line.',
            },
          ]}
        />
      </AdminSection>
      <AdminSection id="imports" title="Imports">
        <AdminRows
          rows={imports.map((one) => ({
            href: adminPaths.import({ id: one.id }),
            title: one.file_name,
            more: (
              <>
                {one.format && `${FORMATS[one.format]} · `}
                {summarizeImport(one)} · <RelativeTime at={one.created_at} now={context.now} />
              </>
            ),
            status: <span class={`pill pill-${one.status}`}>{STATUS_NAMES[one.status]}</span>,
          }))}
          empty="Nothing imported yet."
        />
        <PreviousNext path={adminPaths.imports} input={input} has_more={has_more} />
      </AdminSection>
    </>
  ),
});
