import { type ImportOverview, type ImportPreview, isWebsitesOnly, type PreviewRow } from '../../../../modules/imports/imports.ts';
import type { SourceColumn } from '../../../../modules/imports/mapping.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { ChoiceField, Form, SelectOptions } from '../../../ui/form.tsx';
import { formatCount, pluralize } from '../../../ui/format.tsx';
import { AdminSection } from '../components.tsx';

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
        {filled < rows && <>{`${formatCount(filled)} filled: `}</>}
        {samples[0]}
      </p>
    </div>
    <div class="field">
      <select id={`field_${at}`} name={`field_${at}`}>
        <SelectOptions none="Leave out" options={fields} value={chosen} />
      </select>
    </div>
  </li>
);

const EXISTING = [
  { value: 'skip', name: 'Leave them as they are' },
  { value: 'update', name: 'Update what the file fills, except listings with an owner' },
];

const describe = ({ mapped, existing }: PreviewRow) => {
  if (!mapped) return null;
  const { listing, founders, attributes, owner_email } = mapped;
  const parts = [
    listing.tagline ?? listing.short_description ?? listing.description?.slice(0, 140),
    listing.categories.map(({ name }) => name).join(', '),
    listing.tags.length > 0 && `Tags: ${listing.tags.join(', ')}`,
    [listing.city, listing.country].filter(Boolean).join(', '),
    listing.pricing_model,
    listing.founded_year && `founded ${listing.founded_year}`,
    listing.launched_on && `launched ${listing.launched_on}`,
    founders.length > 0 && `by ${founders.map(({ name }) => name).join(', ')}`,
    Object.keys(attributes).length > 0 && pluralize(Object.keys(attributes).length, 'attribute'),
    listing.logo_url && 'with logo',
    owner_email && `owner ${owner_email}`,
  ].filter(Boolean);
  return (
    <>
      <p class="office-title" dir="auto">
        {listing.name} <span class="quiet">{listing.domain}</span>
      </p>
      <p class="quiet" dir="auto">
        {parts.join(' · ')}
      </p>
      {existing && (
        <p class="quiet">
          Already there as <a href={listingPaths.listing({ slug: existing.slug })}>{existing.name}</a>
        </p>
      )}
    </>
  );
};

const Preview = ({ preview }: { preview: ImportPreview }) => (
  <AdminSection id="preview" title="Preview">
    <p>
      {preview.faulty === 0
        ? `The first ${pluralize(preview.checked, 'row')} can be imported.`
        : preview.faulty === preview.checked
          ? 'None of these rows can be imported. Check what each column is.'
          : `${formatCount(preview.faulty)} of the first ${pluralize(preview.checked, 'row')} can’t be imported. The others can.`}
      {preview.existing > 0 && ` ${formatCount(preview.existing)} are already there.`}
    </p>
    {preview.faults.length > 0 && (
      <details class="office-fold" open={preview.faulty > preview.checked / 2}>
        <summary>What to correct</summary>
        <ul class="import-faults">
          {preview.faults.map(({ line, column, message }) => (
            <li dir="auto">
              <strong>Line {line}</strong>
              {column && (
                <>
                  , <bdi>{column}</bdi>
                </>
              )}
              : {message}.
            </li>
          ))}
        </ul>
      </details>
    )}
    <ol class="rows rows-ruled">
      {preview.rows.map((row) => (
        <li>
          {describe(row) ?? (
            <p class="field-error" dir="auto">
              Line {row.line}: {row.faults.map(({ column, message }) => (column ? `${column} ${message}` : message)).join('; ')}.
            </p>
          )}
        </li>
      ))}
    </ol>
  </AdminSection>
);

interface MappingProps {
  overview: ImportOverview;
  preview: ImportPreview;
  context: PageContext;
}

/** Which column is which field, and how the first rows will be. */
export const MappingForm = ({ overview: { import: row, fields }, preview, context }: MappingProps) => (
  <>
    <AdminSection id="columns" title="Columns">
      <p>
        We guessed what each column is. Correct it where it’s wrong, then check the preview. Listings without a launch date go live at once,
        outside of the launch weeks.
      </p>
      <Form action={adminPaths.mapImport({ id: row.id })} context={context} class="form import-form">
        <ul class="rows rows-ruled">
          {row.columns.map((column, at) => (
            <Column column={column} at={at} chosen={row.mapping?.[column.name]} fields={fields} rows={row.rows} />
          ))}
        </ul>
        <ChoiceField id="existing" name="existing" label="Websites that are already listed" options={EXISTING} value={row.existing} />
        <fieldset class="choices">
          <legend>Owners</legend>
          <div class="choice">
            <input id="invite_owners" name="invite_owners" type="checkbox" value="on" checked={row.invite_owners} />
            <label for="invite_owners">Invite owners by email when the import is done</label>
          </div>
          <p class="quiet">
            Each address in the column “Owner’s email” gets one email with links to claim its listings. Only invite people you may write to.
          </p>
        </fieldset>
        <div class="actions">
          <button class="button" type="submit">
            Update preview
          </button>
          <button class="button button-main" type="submit" name="start" value="yes">
            {isWebsitesOnly(row) ? `Draft ${pluralize(row.rows, 'website')}` : `Import ${pluralize(row.rows, 'row')}`}
          </button>
        </div>
      </Form>
    </AdminSection>
    {isWebsitesOnly(row) ? (
      <p class="narrow">
        Only websites: we read each one and draft its profile with quotes, as for makers who submit their product. You then review the
        drafts and publish those you want.
      </p>
    ) : (
      <Preview preview={preview} />
    )}
  </>
);
