import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import type { AttributeKind } from '../../../../modules/catalog/attributes/kinds.ts';
import type { AttributeRow } from '../../../../modules/catalog/attributes/queries.ts';
import { getAttributeForTeam, listAttributesForTeam } from '../../../../modules/listings/attributes/definitions.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths } from '../../../paths.ts';
import { submittedTo } from '../../../ui/form.tsx';
import { RecordActs } from '../audit-log.tsx';
import { type AdminFieldRow, AdminForm, AdminRows, AdminSection, FoldedForm } from '../components.tsx';
import { adminPage } from '../page.tsx';

const KIND_NAMES: Record<AttributeKind, string> = texts({
  boolean: msg('Yes or no'),
  number: msg('Number'),
  money: msg('Price'),
  list: msg('List'),
  text: msg('Text'),
});

const attributeFields = (attribute?: AttributeRow): AdminFieldRow[] => [
  { name: 'name', label: t('Name'), value: attribute?.name, max_length: 80, required: true },
  {
    name: 'kind',
    label: t('Kind'),
    value: attribute?.kind ?? 'boolean',
    options: Object.entries(KIND_NAMES).map(([value, name]) => ({ value, name })),
  },
  { name: 'unit', label: t('Unit'), value: attribute?.unit, max_length: 40, hint: t('For numbers, such as GB.') },
  {
    name: 'synonyms',
    label: t('Other names'),
    value: attribute?.synonyms.join('\n'),
    rows: 3,
    max_length: 2000,
    hint: t('Other words that websites use for it, in any language. One per line.'),
  },
  {
    name: 'options',
    label: t('Values'),
    value: attribute?.options?.join('\n'),
    rows: 3,
    max_length: 2000,
    hint: t('For lists: the values that filters offer, such as macOS. One per line. Leave empty to allow any.'),
  },
  { name: 'position', label: t('Sort order'), value: attribute?.position ?? 0, hint: t('Lower numbers come first.') },
];

interface AttributesProps {
  attributes: AttributeRow[];
  /** Where new ones are created. */
  action: string;
}

/** The attributes of a category or of the site, and a form for a new one. */
export const Attributes = ({ attributes, action }: AttributesProps) => (
  <>
    <AdminRows
      rows={attributes.map(({ id, name, kind, unit, values, archived_at }) => ({
        href: adminPaths.attribute({ id }),
        title: name,
        more: `${unit ? t('{kind} in {unit}', { kind: KIND_NAMES[kind], unit }) : KIND_NAMES[kind]} · ${t('{n, plural, one {# value} other {# values}}', { n: values })}`,
        status: archived_at ? <span class="pill">{t('Archived')}</span> : undefined,
      }))}
      empty={t('No attributes yet.')}
    />
    <FoldedForm id="new-attribute" title={t('New attribute')} action={action} submit={t('Create')} fields={attributeFields()} />
  </>
);

export const attributesPage = adminPage({
  name: 'admin_attributes',
  path: adminPaths.attributes,
  load: async (ctx) => ({ attributes: await listAttributesForTeam(ctx, { category_id: null }) }),
  title: msg('Attributes'),
  description: msg('What all listings are compared on.'),
  lede: () => (
    <>
      {rich(
        'All listings are compared on these facts and can be filtered by them. Attributes of one category are on <link>its page</link>; its subcategories have them, too.',
        { link: (text) => <a href={adminPaths.categories()}>{text}</a> },
      )}
    </>
  ),
  done: { made: msg('Attribute created.') },
  view: ({ attributes }) => <Attributes attributes={attributes} action={adminPaths.createAttribute()} />,
});

/** Asks again if an edit was refused because it would hide values. */
const HideValues = ({ action }: { action: string }) => {
  const form = submittedTo(action);
  return form?.message && form.errors.length === 0 ? (
    <div class="choice">
      <input type="checkbox" id="hides_values" name="hides_values" value="on" />
      <label for="hides_values">{t('Change the kind and hide these values')}</label>
    </div>
  ) : null;
};

export const attributePage = adminPage({
  name: 'admin_attribute',
  path: adminPaths.attribute,
  menu: adminPaths.attributes,
  not_found: 'attribute_not_found',
  async load(ctx, { id }) {
    const [attribute, acts] = await Promise.all([getAttributeForTeam(ctx, { id }), listActsAbout(ctx, 'attribute', id)]);
    return { attribute, acts };
  },
  title: ({ attribute }) => attribute.name,
  description: msg('Edit an attribute.'),
  canonical: ({ attribute }) => adminPaths.attribute({ id: attribute.id }),
  lede: ({ attribute: { category, key, values } }) => (
    <>
      {category
        ? rich('Attribute of {category} and its subcategories.', {
            category: <a href={adminPaths.category({ id: category.id })}>{category.name}</a>,
          })
        : t('Attribute of all listings.')}{' '}
      {rich('{n, plural, one {# listing has} other {# listings have}} a value. Programs know it as {key}.', {
        n: values,
        key: <code>{key}</code>,
      })}
    </>
  ),
  done: {
    edit: msg('Attribute saved.'),
    same: msg('No changes to save.'),
    archive: msg('Attribute archived. Its values are kept.'),
    restore: msg('Attribute restored, with its values.'),
  },
  view({ attribute, acts }) {
    const { id, name, archived_at } = attribute;
    const action = adminPaths.editAttribute({ id });
    return (
      <>
        {archived_at ? (
          <AdminSection id="archived" title={t('Archived')}>
            <p>{t('It isn’t shown anywhere. Restore it to show it again, with the values it had.')}</p>
            <AdminForm action={adminPaths.restoreAttribute({ id })} submit={t('Restore')} about={name} />
          </AdminSection>
        ) : (
          <>
            <AdminForm action={action} submit={t('Save')} about={name} fields={attributeFields(attribute)}>
              <HideValues action={action} />
            </AdminForm>
            <FoldedForm
              id="archive"
              title={t('Archive attribute')}
              action={adminPaths.archiveAttribute({ id })}
              submit={t('Archive')}
              about={name}
              destructive
            >
              <p>{t('Listings no longer show it and can’t be filtered by it. Their values are kept, and come back if you restore it.')}</p>
            </FoldedForm>
          </>
        )}
        <RecordActs acts={acts} />
      </>
    );
  },
});
