import type { Ctx } from '../../../../kernel/context.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { getFounderForTeam } from '../../../../modules/people/founders.ts';
import type { EditableFounder } from '../../../../modules/people/queries.ts';
import { adminPaths, peoplePaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { submittedTo } from '../../../ui/form.tsx';
import { AuditLog } from '../audit-log.tsx';
import { AdminForm, AdminHeading, AdminSection, FoldedSection } from '../components.tsx';

export const load = async (ctx: Ctx, { id }: { id: number }, query: Query) => {
  const member = requireSignedIn(ctx);
  const [founder, acts] = await Promise.all([getFounderForTeam(member, { id }), listActsAbout(member, 'founder', id)]);
  return { founder, acts, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ founder }: Data): PageHead => ({
  title: founder.name,
  description: 'One founder, as the site’s team edits them.',
  canonical: adminPaths.founder({ id: founder.id }),
  trail: [{ name: 'Founders', href: adminPaths.founders() }],
  index: false,
});

const DONE: Record<string, string> = {
  edit: 'The founder is saved.',
  same: 'Nothing was changed.',
  hide: 'The founder is hidden.',
  show: 'The founder is shown again.',
  merge: 'They are merged, and the address leads to the other one.',
};

const socialLines = (socials: Record<string, string>): string =>
  Object.entries(socials)
    .map(([platform, link]) => `${platform} ${link}`)
    .join('\n');

const FounderForms = ({ founder, context }: { founder: EditableFounder; context: PageContext }) => (
  <>
    <FoldedSection
      id="merge"
      title="Merge them into another"
      open={submittedTo(adminPaths.mergeFounder({ id: founder.id }), context) !== undefined}
    >
      <p>For the same person twice: listings name the other one, and this address will lead there.</p>
      <AdminForm
        action={adminPaths.mergeFounder({ id: founder.id })}
        context={context}
        submit="Merge them"
        about={founder.name}
        destructive
        fields={[{ name: 'into', label: 'Slug of the other founder', max_length: 220, required: true }]}
      />
    </FoldedSection>
    <FoldedSection id="hide" title="Hide them" open={submittedTo(adminPaths.hideFounder({ id: founder.id }), context) !== undefined}>
      <p>Their page and their name on listings are gone until they are shown again.</p>
      <AdminForm
        action={adminPaths.hideFounder({ id: founder.id })}
        context={context}
        submit="Hide them"
        about={founder.name}
        destructive
        fields={[{ name: 'reason', label: 'Why, for the team', max_length: 500 }]}
      />
    </FoldedSection>
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

export const view = ({ founder, acts, done }: Data, context: PageContext) => (
  <>
    <AdminHeading title={founder.name} done={done && DONE[done]} />
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
    {acts.length > 0 && (
      <AdminSection id="acts" title="What the team did">
        <AuditLog acts={acts} context={context} />
      </AdminSection>
    )}
  </>
);
