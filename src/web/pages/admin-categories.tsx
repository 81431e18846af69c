import type { Ctx } from '../../kernel/context.ts';
import { categoriesToEdit } from '../../modules/catalog/editing.ts';
import type { StandingCategory } from '../../modules/catalog/editing-queries.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { OfficeHead, type OfficeRow, OfficeRows, Part } from '../parts/admin-parts.tsx';
import { counted } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  categories: await categoriesToEdit(signedIn(ctx)),
  done: typed(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Categories',
  description: 'The site’s categories.',
  canonical: team.categories(),
  index: false,
});

const DONE: Record<string, string> = { deleted: 'The category is deleted.', made: 'The category is made.' };

/** The tree as lines, each under what it belongs to. */
const linesOf = (categories: StandingCategory[], parent_id: number | null = null, above: string[] = []): OfficeRow[] =>
  categories
    .filter((one) => one.parent_id === parent_id)
    .flatMap((category) => [
      {
        href: team.category(category.id),
        title: category.name,
        depth: above.length,
        more: (
          <>
            {above.length > 0 && <bdi class="unseen">{`under ${above.join(', ')} · `}</bdi>}
            {counted(category.listings, 'listing')} · {counted(category.attributes.length, 'attribute')} ·{' '}
            {counted(category.faqs.length, 'question')}
          </>
        ),
      },
      ...linesOf(categories, category.id, [...above, category.name]),
    ]);

export const parentOptions = (categories: StandingCategory[]) => [
  { value: '', name: 'None: it stands at the top' },
  ...categories.map(({ slug, name }) => ({ value: slug, name })),
];

export const view = ({ categories, done }: Data, here: Here) => (
  <>
    <OfficeHead title="Categories" done={done && DONE[done]} />
    <p class="office-acts">
      <a class="button" href="#new">
        Make a category
      </a>
    </p>
    <OfficeRows rows={linesOf(categories)} empty="There are no categories yet." />
    <Part id="new" title="A new category">
      <AdminForm
        action={team.newCategory()}
        here={here}
        submit="Make it"
        fields={[
          { name: 'name', label: 'Name', most: 80, required: true },
          { name: 'slug', label: 'Slug', most: 220, hint: 'Part of its address, for good. Left empty, it is made from the name.' },
          { name: 'parent', label: 'Under', options: parentOptions(categories) },
        ]}
      />
    </Part>
  </>
);
