import { PAGING, T, Text } from '../../../../kernel/schema.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { getFounderForTeam, listFoundersForTeam } from '../../../../modules/people/founders.ts';
import type { EditableFounder } from '../../../../modules/people/queries.ts';
import { adminPaths, peoplePaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminRows, AdminSection, FindForm, FoldedForm, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const foundersPage = adminPage({
  name: 'admin_founders',
  path: adminPaths.founders,
  query: { q: T.Optional(Text(120)), ...PAGING },
  load: async (ctx, input) => ({ input, ...(await listFoundersForTeam(ctx, input)) }),
  title: 'Founders',
  description: 'The site’s founders, also those who are not shown.',
  view: ({ input, founders, has_more }) => (
    <>
      <FindForm action={adminPaths.founders()} id="founders-q" label="Name" max_length={120} value={input.q} />
      <AdminRows
        rows={founders.map((founder) => ({
          href: adminPaths.founder({ id: founder.id }),
          title: founder.name,
          more: <bdi>{founder.companies.map(({ name }) => name).join(', ') || 'Of no listing'}</bdi>,
          status: founder.hidden_at ? <span class="pill pill-removed">{founder.merged_into ? 'Merged' : 'Hidden'}</span> : undefined,
        }))}
        empty="No founder is called that."
      />
      <PreviousNext path={adminPaths.founders} input={input} has_more={has_more} labels={['Previous', 'Next']} />
    </>
  ),
});

const socialLines = (socials: Record<string, string>): string =>
  Object.entries(socials)
    .map(([platform, link]) => `${platform} ${link}`)
    .join('\n');

const FounderForms = ({ founder: { id, name }, context }: { founder: EditableFounder; context: PageContext }) => (
  <>
    <FoldedForm
      id="merge"
      title="Merge them into another"
      action={adminPaths.mergeFounder({ id })}
      context={context}
      submit="Merge them"
      about={name}
      destructive
      fields={[{ name: 'into', label: 'Slug of the other founder', max_length: 220, required: true }]}
    >
      <p>For the same person twice: listings name the other one, and this address will lead there.</p>
    </FoldedForm>
    <FoldedForm
      id="hide"
      title="Hide them"
      action={adminPaths.hideFounder({ id })}
      context={context}
      submit="Hide them"
      about={name}
      destructive
      fields={[{ name: 'reason', label: 'Why, for the team', max_length: 500 }]}
    >
      <p>Their page and their name on listings are gone until they are shown again.</p>
    </FoldedForm>
  </>
);

const HiddenFounder = ({ founder, context }: { founder: EditableFounder; context: PageContext }) => (
  <AdminSection id="show" title="Show them again">
    <p>
      {founder.merged_into ? (
        <>
          They were merged into <a href={adminPaths.founder({ id: founder.merged_into.id })}>{founder.merged_into.name}</a>. To take their
          listings back as well, undo the merging below.
        </>
      ) : (
        'They are hidden.'
      )}
    </p>
    <AdminForm action={adminPaths.showFounder({ id: founder.id })} context={context} submit="Show them" about={founder.name} />
  </AdminSection>
);

export const founderPage = adminPage({
  name: 'admin_founder',
  path: adminPaths.founder,
  menu: adminPaths.founders,
  not_found: 'founder_not_found',
  async load(ctx, { id }) {
    const [founder, acts] = await Promise.all([getFounderForTeam(ctx, { id }), listActsAbout(ctx, 'founder', id)]);
    return { founder, acts };
  },
  title: ({ founder }) => founder.name,
  description: 'One founder, as the site’s team edits them.',
  canonical: ({ founder }) => adminPaths.founder({ id: founder.id }),
  done: {
    edit: 'The founder is saved.',
    same: 'Nothing was changed.',
    hide: 'The founder is hidden.',
    show: 'The founder is shown again.',
    merge: 'They are merged, and the address leads to the other one.',
  },
  view: ({ founder, acts }, context) => (
    <>
      {!founder.hidden_at && (
        <p>
          <a href={peoplePaths.founder({ slug: founder.slug })}>See them as everybody does</a>
        </p>
      )}
      <AdminForm
        action={adminPaths.editFounder({ id: founder.id })}
        context={context}
        submit="Save it"
        about={founder.name}
        fields={[
          { name: 'name', label: 'Name', value: founder.name, max_length: 120, required: true },
          { name: 'bio', label: 'About them', value: founder.bio, rows: 5, max_length: 2000 },
          { name: 'country', label: 'Country', value: founder.country, max_length: 2, hint: 'Two letters, such as PT.' },
          { name: 'photo_url', label: 'Address of a picture', value: founder.photo_url, max_length: 500 },
          {
            name: 'socials',
            label: 'Links elsewhere',
            value: socialLines(founder.socials),
            rows: 4,
            max_length: 4000,
            hint: 'One a line: the platform, then the address.',
          },
        ]}
      />
      {founder.hidden_at ? <HiddenFounder founder={founder} context={context} /> : <FounderForms founder={founder} context={context} />}
      <RecordActs acts={acts} context={context} />
    </>
  ),
});
