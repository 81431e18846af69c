import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { translateStored } from '../../../../kernel/language/stored.ts';
import type { ImportOverview } from '../../../../modules/imports/imports.ts';
import type { SourceColumn } from '../../../../modules/imports/mapping.ts';
import { type ImportPreview, isWebsitesOnly, type PreviewRow } from '../../../../modules/imports/preview.ts';
import type { ImportRow } from '../../../../modules/imports/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import { ChoiceField, Form, SelectOptions } from '../../../ui/form.tsx';
import { AdminSection } from '../components.tsx';
import { FaultOfLine } from './faults.tsx';

interface ColumnProps {
  column: SourceColumn;
  at: number;
  chosen: string | undefined;
  fields: ImportOverview['fields'];
  rows: number;
}

const Column = ({ column: { name, filled, samples }, at, chosen, fields, rows }: ColumnProps) => (
  <li class="import-column">
    <div>
      <label class="office-title" for={`field_${at}`} dir="auto">
        {name}
      </label>
      <p class="quiet import-sample" dir="auto">
        {filled < rows && <>{t('{n, plural, other {# filled}}', { n: filled })}: </>}
        {samples[0]}
      </p>
    </div>
    <div class="field">
      <select id={`field_${at}`} name={`field_${at}`}>
        <SelectOptions none={t('Leave out')} options={fields} value={chosen} />
      </select>
    </div>
  </li>
);

const EXISTING = [
  texts({ value: 'skip', name: msg('Leave them as they are') }),
  texts({ value: 'update', name: msg('Update what the file fills, except listings with an owner') }),
];

const describe = ({ mapped, url, existing, faults }: PreviewRow) => {
  if (faults.length > 0) return null;
  const { listing, founders = [], attributes = {}, owner_email } = mapped ?? {};
  const parts = listing
    ? [
        listing.tagline ?? listing.short_description ?? listing.description?.slice(0, 140),
        listing.categories.map(({ name }) => name).join(', '),
        listing.tags.length > 0 && t('Tags: {tags}', { tags: listing.tags.join(', ') }),
        [listing.city, listing.country].filter(Boolean).join(', '),
        listing.pricing_model,
        listing.founded_year && t('founded {year}', { year: String(listing.founded_year) }),
        listing.launched_on && t('launched {day}', { day: listing.launched_on }),
        founders.length > 0 && t('by {names}', { names: founders.map(({ name }) => name).join(', ') }),
        Object.keys(attributes).length > 0 &&
          t('{n, plural, one {# attribute} other {# attributes}}', { n: Object.keys(attributes).length }),
        listing.logo_url && t('with logo'),
        owner_email && t('owner {email}', { email: owner_email }),
      ].filter(Boolean)
    : [];
  return (
    <>
      <p class="office-title" dir="auto">
        {listing ? listing.name : url} <span class="quiet">{listing?.domain}</span>
      </p>
      {parts.length > 0 && (
        <p class="quiet" dir="auto">
          {parts.join(' · ')}
        </p>
      )}
      {existing && (
        <p class="quiet">
          {rich('Already there as {listing}', { listing: <a href={listingPaths.listing({ slug: existing.slug })}>{existing.name}</a> })}
        </p>
      )}
    </>
  );
};

const summarize = ({ faulty, checked }: ImportPreview, rows: number): string => {
  if (faulty === checked) return t('None of these rows can be imported. Check what each column is.');
  if (faulty > 0 && checked === rows)
    return t('{faulty} of {n, plural, one {# row} other {# rows}} can’t be imported. The others can.', { faulty, n: rows });
  if (faulty > 0)
    return t('{faulty} of the first {n, plural, one {# row} other {# rows}} can’t be imported. The others can.', { faulty, n: checked });
  return checked === rows
    ? t('{n, plural, one {The row can be imported.} other {All # rows can be imported.}}', { n: rows })
    : t('The first {n, plural, one {row} other {# rows}} can be imported.', { n: checked });
};

/** What the team has to choose before there is anything to show. */
const MISSING = texts({
  name: msg('Choose which column is the name, then update the preview. Every listing needs one.'),
  website: msg('Choose which column is the website, then update the preview. Every listing needs one.'),
});

const Preview = ({ preview, rows }: { preview: ImportPreview; rows: number }) => (
  <AdminSection id="preview" title={t('Preview')}>
    {preview.missing.length > 0 ? (
      preview.missing.map((field) => <p class="form-trouble">{MISSING[field]}</p>)
    ) : (
      <PreviewRows preview={preview} rows={rows} />
    )}
  </AdminSection>
);

const PreviewRows = ({ preview, rows }: { preview: ImportPreview; rows: number }) => (
  <>
    <p>
      {summarize(preview, rows)}{' '}
      {preview.existing > 0 && t('{n, plural, one {# is} other {# are}} already there.', { n: preview.existing })}
    </p>
    {preview.faults.length > 0 && (
      <details class="office-fold" open={preview.faulty > preview.checked / 2}>
        <summary>{t('What to correct')}</summary>
        <ul class="import-faults">
          {preview.faults.map((fault) => (
            <FaultOfLine {...fault} />
          ))}
        </ul>
      </details>
    )}
    <ol class="rows rows-ruled">
      {preview.rows.map((row) => (
        <li>
          {describe(row) ?? (
            <p class="field-error" dir="auto">
              {t('Line {line}: {faults}.', {
                line: row.line,
                faults: row.faults
                  .map(({ column, message }) => (column ? `${column} ${translateStored(message)}` : translateStored(message)))
                  .join('; '),
              })}
            </p>
          )}
        </li>
      ))}
    </ol>
  </>
);

interface CheckboxProps {
  name: string;
  title: string;
  label: string;
  hint: string;
  checked: boolean;
}

const Checkbox = ({ name, title, label, hint, checked }: CheckboxProps) => (
  <fieldset class="choices">
    <legend>{title}</legend>
    <div class="choice">
      <input id={name} name={name} type="checkbox" value="on" checked={checked} aria-describedby={`${name}-hint`} />
      <label for={name}>{label}</label>
    </div>
    <p class="quiet" id={`${name}-hint`}>
      {hint}
    </p>
  </fieldset>
);

/** The buttons that start the import. Nothing starts that would refuse every row. */
const StartButtons = ({ row, preview }: { row: ImportRow; preview: ImportPreview }) => {
  const mapped = Object.values(row.mapping ?? {});
  const is_hopeless = preview.checked > 0 && preview.faulty === preview.checked;
  const can_draft = mapped.includes('website') && !mapped.includes('name') && !isWebsitesOnly(row);
  return (
    <div class="actions">
      <button class="button" type="submit">
        {t('Update preview')}
      </button>
      {can_draft && (
        <button class="button" type="submit" name="start" value="drafts">
          {t('Draft {n, plural, one {# website} other {# websites}} instead', { n: row.rows })}
        </button>
      )}
      {!is_hopeless && (
        <button class="button button-main" type="submit" name="start" value="yes">
          {isWebsitesOnly(row)
            ? t('Draft {n, plural, one {# website} other {# websites}}', { n: row.rows })
            : t('Import {n, plural, one {# row} other {# rows}}', { n: row.rows })}
        </button>
      )}
    </div>
  );
};

interface MappingProps {
  overview: ImportOverview;
  preview: ImportPreview;
}

/** Which column is which field, and how the first rows will be. */
export const MappingForm = ({ overview: { import: row, fields }, preview }: MappingProps) => (
  <>
    <AdminSection id="columns" title={t('Columns')}>
      <p>
        {isWebsitesOnly(row)
          ? t(
              'Only websites: we read each one and draft its profile with quotes, as for makers who submit their product. You then review the drafts and publish those you want.',
            )
          : t(
              'We guessed what each column is. Correct it where it’s wrong, then check the preview. Listings without a launch date go live at once, outside of the launch weeks.',
            )}
      </p>
      <Form action={adminPaths.mapImport({ id: row.id })} class="form import-form">
        <ul class="rows rows-ruled">
          {row.columns.map((column, at) => (
            <Column column={column} at={at} chosen={row.mapping?.[column.name]} fields={fields} rows={row.rows} />
          ))}
        </ul>
        {isWebsitesOnly(row) ? (
          <input type="hidden" name="existing" value="skip" />
        ) : (
          <>
            <ChoiceField
              id="existing"
              name="existing"
              label={t('Websites that are already listed')}
              options={EXISTING}
              value={row.existing}
            />
            {(preview.sharing > 0 || row.list_each) && (
              <Checkbox
                name="list_each"
                title={t('Products that share a website')}
                label={t('List each of them, by the address of its page')}
                hint={t(
                  '{n, plural, one {# row has} other {# rows have}} a website that another product has. Otherwise only the first is listed.',
                  { n: preview.sharing },
                )}
                checked={row.list_each}
              />
            )}
            <Checkbox
              name="invite_owners"
              title={t('Owners')}
              label={t('Invite owners by email when the import is done')}
              hint={t(
                'Each address in the column “Owner’s email” gets one email with links to claim its listings. Only invite people you may write to.',
              )}
              checked={row.invite_owners}
            />
          </>
        )}
        <StartButtons row={row} preview={preview} />
      </Form>
    </AdminSection>
    <Preview preview={preview} rows={row.rows} />
  </>
);
