import type { Ctx } from '../../../../kernel/context.ts';
import { getCategoryForTeam, listCategoriesForTeam } from '../../../../modules/catalog/categories.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, searchPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { submittedTo } from '../../../ui/form.tsx';
import { AuditLog } from '../audit-log.tsx';
import { AdminFields, AdminForm, AdminHeading, AdminSection, ATTRIBUTE_ROWS, FAQ_ROWS, FoldedSection, rowFields } from '../components.tsx';
import { parentOptions } from './categories.tsx';

export const load = async (ctx: Ctx, { id }: { id: number }, query: Query) => {
  const member = requireSignedIn(ctx);
  const [category, categories, acts] = await Promise.all([
    getCategoryForTeam(member, { id }),
    listCategoriesForTeam(member),
    listActsAbout(member, 'category', id),
  ]);
  return { category, categories: categories.filter((one) => one.id !== id), acts, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ category }: Data): PageHead => ({
  title: category.name,
  description: 'One category, as the site’s team edits it.',
  canonical: adminPaths.category({ id: category.id }),
  trail: [{ name: 'Categories', href: adminPaths.categories() }],
  index: false,
});

const DONE: Record<string, string> = { edit: 'The category is saved.', same: 'Nothing was changed.' };

export const view = ({ category, categories, acts, done }: Data, context: PageContext) => {
  const action = adminPaths.editCategory({ id: category.id });
  return (
    <>
      <AdminHeading title={category.name} done={done && DONE[done]} />
      <p>
        <a href={searchPaths.category({ slug: category.slug })}>See it as everybody does</a>
      </p>
      <AdminForm
        action={action}
        context={context}
        submit="Save it"
        about={category.name}
        hidden={Object.fromEntries(category.attributes.map(({ key }, at) => [`attribute_${at + 1}_key`, key]))}
        fields={[
          { name: 'name', label: 'Name', value: category.name, max_length: 80, required: true },
          { name: 'parent', label: 'Under', value: category.parent, options: parentOptions(categories) },
          { name: 'description', label: 'Description', value: category.description, rows: 4, max_length: 2000 },
          {
            name: 'position',
            label: 'Place among its neighbours',
            value: category.position,
            hint: 'The smaller comes first.',
          },
        ]}
      >
        <fieldset class="pairs">
          <legend>What its listings are compared on</legend>
          <AdminFields action={action} context={context} fields={rowFields(ATTRIBUTE_ROWS, category.attributes as never)} />
        </fieldset>
        <fieldset class="pairs">
          <legend>Questions and answers</legend>
          <AdminFields action={action} context={context} fields={rowFields(FAQ_ROWS, category.faqs)} />
        </fieldset>
      </AdminForm>
      <FoldedSection
        id="delete"
        title="Delete it"
        open={submittedTo(adminPaths.deleteCategory({ id: category.id }), context) !== undefined}
      >
        <p>Only a category that nothing is in can be deleted: no listing, no category under it.</p>
        <AdminForm
          action={adminPaths.deleteCategory({ id: category.id })}
          context={context}
          submit="Delete it"
          about={category.name}
          destructive
        />
      </FoldedSection>
      {acts.length > 0 && (
        <AdminSection id="acts" title="What the team did">
          <AuditLog acts={acts} context={context} />
        </AdminSection>
      )}
    </>
  );
};
