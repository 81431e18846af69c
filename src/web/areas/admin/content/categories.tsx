import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { getCategoryForTeam, listCategoriesForTeam } from '../../../../modules/catalog/categories.ts';
import type { EditableCategory } from '../../../../modules/catalog/queries.ts';
import { listAttributesForTeam } from '../../../../modules/listings/attributes/definitions.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, searchPaths } from '../../../paths.ts';
import { RecordActs } from '../audit-log.tsx';
import { AdminFields, AdminForm, type AdminRow, AdminRows, AdminSection, FoldedForm } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { Attributes } from './attributes.tsx';
import { FAQ_ROWS, rowFields } from './row-fields.ts';

/** The category tree as indented rows; `above` are the names of the ancestors. */
const categoryRows = (categories: EditableCategory[], parent_id: number | null = null, above: string[] = []): AdminRow[] =>
  categories
    .filter((one) => one.parent_id === parent_id)
    .flatMap((category) => [
      {
        href: adminPaths.category({ id: category.id }),
        title: category.name,
        depth: above.length,
        more: (
          <>
            {above.length > 0 && <bdi class="unseen">{`${t('under {names}', { names: above.join(', ') })} · `}</bdi>}
            {t('{n, plural, one {# listing} other {# listings}}', { n: category.listings })} ·{' '}
            {t('{n, plural, one {# attribute} other {# attributes}}', { n: category.attributes })} ·{' '}
            {t('{n, plural, one {# question} other {# questions}}', { n: category.faqs.length })}
          </>
        ),
      },
      ...categoryRows(categories, category.id, [...above, category.name]),
    ]);

const parentOptions = (categories: EditableCategory[]) => [
  { value: '', name: t('None (top level)') },
  ...categories.map(({ slug, name }) => ({ value: slug, name })),
];

export const categoriesPage = adminPage({
  name: 'admin_categories',
  path: adminPaths.categories,
  load: async (ctx) => ({ categories: await listCategoriesForTeam(ctx) }),
  title: msg('Categories'),
  description: msg('The site’s categories.'),
  done: { deleted: msg('Category deleted.'), made: msg('Category created.') },
  view: ({ categories }) => (
    <>
      <p class="actions">
        <a class="button" href="#new">
          {t('New category')}
        </a>
      </p>
      <AdminRows rows={categoryRows(categories)} empty={t('No categories yet.')} />
      <AdminSection id="new" title={t('New category')}>
        <AdminForm
          action={adminPaths.createCategory()}
          submit={t('Create')}
          fields={[
            { name: 'name', label: t('Name'), max_length: 80, required: true },
            {
              name: 'slug',
              label: t('Slug'),
              max_length: 220,
              hint: t('Part of the address and can’t be changed later. Leave empty to create it from the name.'),
            },
            { name: 'parent', label: t('Under'), options: parentOptions(categories) },
          ]}
        />
      </AdminSection>
    </>
  ),
});

export const categoryPage = adminPage({
  name: 'admin_category',
  path: adminPaths.category,
  menu: adminPaths.categories,
  not_found: 'category_not_found',
  async load(ctx, { id }) {
    const [category, categories, attributes, acts] = await Promise.all([
      getCategoryForTeam(ctx, { id }),
      listCategoriesForTeam(ctx),
      listAttributesForTeam(ctx, { category_id: id }),
      listActsAbout(ctx, 'category', id),
    ]);
    return { category, categories: categories.filter((one) => one.id !== id), attributes, acts };
  },
  title: ({ category }) => category.name,
  description: msg('Edit a category.'),
  canonical: ({ category }) => adminPaths.category({ id: category.id }),
  done: { edit: msg('Category saved.'), same: msg('No changes to save.'), attribute: msg('Attribute created.') },
  view({ category, categories, attributes, acts }) {
    const form = { action: adminPaths.editCategory({ id: category.id }) };
    return (
      <>
        <p>
          <a href={searchPaths.category({ slug: category.slug })}>{t('View public page')}</a>
        </p>
        <AdminForm
          {...form}
          submit={t('Save')}
          about={category.name}
          fields={[
            { name: 'name', label: t('Name'), value: category.name, max_length: 80, required: true },
            { name: 'parent', label: t('Under'), value: category.parent, options: parentOptions(categories) },
            { name: 'description', label: t('Description'), value: category.description, rows: 4, max_length: 2000 },
            { name: 'position', label: t('Sort order'), value: category.position, hint: t('Lower numbers come first.') },
          ]}
        >
          <fieldset class="pairs">
            <legend>{t('Questions and answers')}</legend>
            <AdminFields {...form} fields={rowFields(FAQ_ROWS, category.faqs)} />
          </fieldset>
        </AdminForm>
        <AdminSection id="attributes" title={t('Comparison attributes')}>
          <p class="quiet">
            {rich('Its subcategories have them, too. Attributes of all listings are on <link>their own page</link>.', {
              link: (text) => <a href={adminPaths.attributes()}>{text}</a>,
            })}
          </p>
          <Attributes attributes={attributes} action={adminPaths.createCategoryAttribute({ id: category.id })} />
        </AdminSection>
        <FoldedForm
          id="delete"
          title={t('Delete category')}
          action={adminPaths.deleteCategory({ id: category.id })}
          submit={t('Delete')}
          about={category.name}
          destructive
        >
          <p>{t('You can delete a category only if it has no listings, no subcategories and no attributes that listings state.')}</p>
        </FoldedForm>
        <RecordActs acts={acts} />
      </>
    );
  },
});
