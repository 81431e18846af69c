import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { FORMATS } from '../../../../modules/imports/formats/detect.ts';
import { listImports, MAX_UPLOAD_MB } from '../../../../modules/imports/imports.ts';
import type { ImportRow } from '../../../../modules/imports/queries.ts';
import type { ImportStatus } from '../../../../modules/imports/states.ts';
import { adminPaths } from '../../../paths.ts';
import { Form } from '../../../ui/form.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const STATUS_NAMES: Record<ImportStatus, string> = texts({
  uploading: msg('Upload interrupted'),
  reading: msg('Reading'),
  mapping: msg('Ready to check'),
  running: msg('Importing'),
  drafting: msg('Reading websites'),
  reviewing: msg('To review'),
  done: msg('Imported'),
  undoing: msg('Undoing'),
  undone: msg('Undone'),
  failed: msg('Not imported'),
});

export const formatRowCount = (n: number): string => t('{n, plural, one {# row} other {# rows}}', { n });

/** What an import did, in a few words. */
export const summarizeImport = ({ status, rows, imported, updated, refused }: ImportRow): string => {
  if (status === 'reading' || status === 'mapping') return formatRowCount(rows);
  const parts = [
    t('{n, plural, other {# added}}', { n: imported }),
    ...(updated > 0 ? [t('{n, plural, other {# updated}}', { n: updated })] : []),
    ...(refused > 0 ? [t('{n, plural, other {# refused}}', { n: refused })] : []),
  ];
  return t('{n, plural, one {{parts} of # row} other {{parts} of # rows}}', { parts: parts.join(', '), n: rows });
};

export const importsPage = adminPage({
  name: 'admin_imports',
  path: adminPaths.imports,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listImports(ctx, input)) }),
  title: msg('Import'),
  description: msg('Fill the site with listings from a file.'),
  lede: msg('Add listings from a spreadsheet, an export of another site, an awesome list or a list of websites.'),
  view: ({ imports, has_more, input }) => (
    <>
      <AdminSection id="file" title={t('Upload a file')}>
        <Form action={adminPaths.uploadImport()} class="form narrow" takes_files>
          <div class="field">
            <label for="import-file">{t('CSV, JSON, JSON lines, Markdown or an export')}</label>
            <input
              id="import-file"
              name="file"
              type="file"
              required
              accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.md,.gz,text/csv,application/json,text/markdown,text/plain"
              aria-describedby="import-file-hint"
            />
            <p class="quiet" id="import-file-hint">
              {t('Up to {mb} MB, about 60,000 products. You check everything before it’s published.', { mb: MAX_UPLOAD_MB })}
            </p>
          </div>
          <div class="actions">
            <button class="button button-main" type="submit">
              {t('Upload')}
            </button>
          </div>
        </Form>
      </AdminSection>
      <AdminSection id="paste" title={t('Or paste it')}>
        <AdminForm
          action={adminPaths.pasteImport()}
          submit={t('Continue')}
          fields={[
            {
              name: 'text',
              label: t('Rows of a spreadsheet, or websites'),
              rows: 5,
              max_length: 500_000,
              required: true,
              hint: t('Copy cells with their header row, or paste one website per line.'),
            },
          ]}
        />
      </AdminSection>
      <AdminSection id="imports" title={t('Imports')}>
        <AdminRows
          rows={imports.map((one) => ({
            href: adminPaths.import({ id: one.id }),
            title: one.file_name,
            more: (
              <>
                {one.format && `${FORMATS[one.format]} · `}
                {summarizeImport(one)} · <RelativeTime at={one.created_at} />
              </>
            ),
            status: <span class={`pill pill-${one.status}`}>{STATUS_NAMES[one.status]}</span>,
          }))}
          empty={t('Nothing imported yet.')}
        />
        <PreviousNext path={adminPaths.imports} input={input} has_more={has_more} />
      </AdminSection>
    </>
  ),
});
