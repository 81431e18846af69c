import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { PAGING, T, Text } from '../../../../kernel/schema.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { getFounderForTeam, listFoundersForTeam } from '../../../../modules/people/founders.ts';
import type { EditableFounder } from '../../../../modules/people/queries.ts';
import { adminPaths, peoplePaths } from '../../../paths.ts';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminRows, AdminSection, FindForm, FoldedForm, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const foundersPage = adminPage({
  name: 'admin_founders',
  path: adminPaths.founders,
  query: { q: T.Optional(Text(120)), ...PAGING },
  load: async (ctx, input) => ({ input, ...(await listFoundersForTeam(ctx, input)) }),
  title: msg('Founders'),
  description: msg('All founders, including hidden ones.'),
  view: ({ input, founders, has_more }) => (
    <>
      <FindForm action={adminPaths.founders()} id="founders-q" label={t('Name')} max_length={120} value={input.q} />
      <AdminRows
        rows={founders.map((founder) => ({
          href: adminPaths.founder({ id: founder.id }),
          title: founder.name,
          more: <bdi>{founder.companies.map(({ name }) => name).join(', ') || t('No listings')}</bdi>,
          status: founder.hidden_at ? <span class="pill pill-removed">{founder.merged_into ? t('Merged') : t('Hidden')}</span> : undefined,
        }))}
        empty={t('No founders match.')}
      />
      <PreviousNext path={adminPaths.founders} input={input} has_more={has_more} labels={[t('Previous'), t('Next')]} />
    </>
  ),
});

const socialLines = (socials: Record<string, string>): string =>
  Object.entries(socials)
    .map(([platform, link]) => `${platform} ${link}`)
    .join('\n');

const FounderForms = ({ founder: { id, name } }: { founder: EditableFounder }) => (
  <>
    <FoldedForm
      id="merge"
      title={t('Merge into another founder')}
      action={adminPaths.mergeFounder({ id })}
      submit={t('Merge')}
      about={name}
      destructive
      fields={[{ name: 'into', label: t('Slug of the other founder'), max_length: 220, required: true }]}
    >
      <p>{t('Use this for duplicates: listings will show the other founder, and this address will redirect there.')}</p>
    </FoldedForm>
    <FoldedForm
      id="hide"
      title={t('Hide founder')}
      action={adminPaths.hideFounder({ id })}
      submit={t('Hide founder')}
      about={name}
      destructive
      fields={[{ name: 'reason', label: t('Reason (only for the team)'), max_length: 500 }]}
    >
      <p>{t('Hides their page and their name on listings until you unhide them.')}</p>
    </FoldedForm>
  </>
);

const HiddenFounder = ({ founder }: { founder: EditableFounder }) => (
  <AdminSection id="show" title={t('Unhide founder')}>
    <p>
      {founder.merged_into
        ? rich('Merged into {founder}. To restore their listings too, undo the merge below.', {
            founder: <a href={adminPaths.founder({ id: founder.merged_into.id })}>{founder.merged_into.name}</a>,
          })
        : t('This founder is hidden.')}
    </p>
    <AdminForm action={adminPaths.showFounder({ id: founder.id })} submit={t('Unhide founder')} about={founder.name} />
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
  description: msg('Edit a founder.'),
  canonical: ({ founder }) => adminPaths.founder({ id: founder.id }),
  done: {
    edit: msg('Founder saved.'),
    same: msg('No changes to save.'),
    hide: msg('Founder hidden.'),
    show: msg('Founder visible again.'),
    merge: msg('Founders merged. The old address redirects to the other one.'),
  },
  view: ({ founder, acts }) => (
    <>
      {!founder.hidden_at && (
        <p>
          <a href={peoplePaths.founder({ slug: founder.slug })}>{t('View public page')}</a>
        </p>
      )}
      <AdminForm
        action={adminPaths.editFounder({ id: founder.id })}
        submit={t('Save')}
        about={founder.name}
        fields={[
          { name: 'name', label: t('Name'), value: founder.name, max_length: 120, required: true },
          { name: 'bio', label: t('Biography'), value: founder.bio, rows: 5, max_length: 2000 },
          { name: 'country', label: t('Country'), value: founder.country, max_length: 2, hint: t('Two letters, such as PT') },
          { name: 'photo_url', label: t('Picture URL'), value: founder.photo_url, max_length: 500 },
          {
            name: 'socials',
            label: t('Links'),
            value: socialLines(founder.socials),
            rows: 4,
            max_length: 4000,
            hint: t('One per line: platform, then address.'),
          },
        ]}
      />
      {founder.hidden_at ? <HiddenFounder founder={founder} /> : <FounderForms founder={founder} />}
      <RecordActs acts={acts} />
    </>
  ),
});
