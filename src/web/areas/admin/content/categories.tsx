import type { Ctx } from '../../../../kernel/context.ts';
import { listCategoriesForTeam } from '../../../../modules/catalog/categories.ts';
import type { EditableCategory } from '../../../../modules/catalog/queries.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { pluralize } from '../../../ui/format.tsx';
import { AdminForm, AdminHeading, type AdminRow, AdminRows, AdminSection } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  categories: await listCategoriesForTeam(requireSignedIn(ctx)),
  done: textParam(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Categories',
  description: 'The site’s categories.',
  canonical: adminPaths.categories(),
  index: false,
});

const DONE: Record<string, string> = { deleted: 'The category is deleted.', made: 'The category is made.' };

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
            {above.length > 0 && <bdi class="unseen">{`under ${above.join(', ')} · `}</bdi>}
            {pluralize(category.listings, 'listing')} · {pluralize(category.attributes.length, 'attribute')} ·{' '}
            {pluralize(category.faqs.length, 'question')}
          </>
        ),
      },
      ...categoryRows(categories, category.id, [...above, category.name]),
    ]);

export const parentOptions = (categories: EditableCategory[]) => [
  { value: '', name: 'None: it stands at the top' },
  ...categories.map(({ slug, name }) => ({ value: slug, name })),
];

export const view = ({ categories, done }: Data, context: PageContext) => (
  <>
    <AdminHeading title="Categories" done={done && DONE[done]} />
    <p class="actions">
      <a class="button" href="#new">
        Make a category
      </a>
    </p>
    <AdminRows rows={categoryRows(categories)} empty="There are no categories yet." />
    <AdminSection id="new" title="A new category">
      <AdminForm
        action={adminPaths.createCategory()}
        context={context}
        submit="Make it"
        fields={[
          { name: 'name', label: 'Name', max_length: 80, required: true },
          { name: 'slug', label: 'Slug', max_length: 220, hint: 'Part of its address, for good. Left empty, it is made from the name.' },
          { name: 'parent', label: 'Under', options: parentOptions(categories) },
        ]}
      />
    </AdminSection>
  </>
);
