import type { Ctx } from '../../kernel/context.ts';
import { categoriesToEdit, categoryToEdit } from '../../modules/catalog/editing.ts';
import { actsAbout } from '../../modules/team/log.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { numberIn, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Acts } from '../parts/acts.tsx';
import { AdminFields, AdminForm } from '../parts/admin-form.tsx';
import { ATTRIBUTE_ROWS, FAQ_ROWS, fieldsOf } from '../parts/admin-lists.ts';
import { Fold, OfficeHead, Part } from '../parts/admin-parts.tsx';
import { sentTo } from '../parts/form.tsx';
import { parentOptions } from './admin-categories.tsx';

export const load = async (ctx: Ctx, params: Params, query: Query) => {
  const member = signedIn(ctx);
  const id = numberIn(params, 'category_not_found');
  const [category, categories, acts] = await Promise.all([
    categoryToEdit(member, { id }),
    categoriesToEdit(member),
    actsAbout(member, 'category', id),
  ]);
  return { category, categories: categories.filter((one) => one.id !== id), acts, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ category }: Data): Head => ({
  title: category.name,
  description: 'One category, as the site’s team edits it.',
  canonical: team.category(category.id),
  trail: [{ name: 'Categories', href: team.categories() }],
  index: false,
});

const DONE: Record<string, string> = { edit: 'The category is saved.', same: 'Nothing was changed.' };

export const view = ({ category, categories, acts, done }: Data, here: Here) => {
  const action = team.categoryAct(category.id, 'edit');
  return (
    <>
      <OfficeHead title={category.name} done={done && DONE[done]} />
      <p>
        <a href={to.category(category.slug)}>See it as everybody does</a>
      </p>
      <AdminForm
        action={action}
        here={here}
        submit="Save it"
        about={category.name}
        hidden={Object.fromEntries(category.attributes.map(({ key }, at) => [`attribute_${at + 1}_key`, key]))}
        fields={[
          { name: 'name', label: 'Name', value: category.name, most: 80, required: true },
          { name: 'parent', label: 'Under', value: category.parent, options: parentOptions(categories) },
          { name: 'description', label: 'Description', value: category.description, rows: 4, most: 2000 },
          {
            name: 'position',
            label: 'Place among its neighbours',
            value: category.position,
            hint: 'The smaller comes first.',
          },
        ]}
      >
        <fieldset class="office-pairs">
          <legend>What its listings are compared on</legend>
          <AdminFields action={action} here={here} fields={fieldsOf(ATTRIBUTE_ROWS, category.attributes as never)} />
        </fieldset>
        <fieldset class="office-pairs">
          <legend>Questions and answers</legend>
          <AdminFields action={action} here={here} fields={fieldsOf(FAQ_ROWS, category.faqs)} />
        </fieldset>
      </AdminForm>
      <Fold id="delete" title="Delete it" open={sentTo(team.categoryAct(category.id, 'delete'), here) !== undefined}>
        <p>Only a category that nothing is in can be deleted: no listing, no category under it.</p>
        <AdminForm action={team.categoryAct(category.id, 'delete')} here={here} submit="Delete it" about={category.name} grave />
      </Fold>
      {acts.length > 0 && (
        <Part id="acts" title="What the team did">
          <Acts acts={acts} here={here} />
        </Part>
      )}
    </>
  );
};
