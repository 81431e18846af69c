import type { Ctx } from '../../../../kernel/context.ts';
import { getSiteSettings } from '../../../../modules/moderation/administration.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { LIMIT_NUMBERS, WEEK_NUMBERS } from '../../../../modules/moderation/settings-rules.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { formatCount } from '../../../ui/format.tsx';
import { AuditLog } from '../audit-log.tsx';
import { type AdminFieldRow, AdminFields, AdminForm, AdminHeading, AdminSection } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const member = requireSignedIn(ctx);
  const [settings, acts] = await Promise.all([getSiteSettings(member), listActsAbout(member, 'site', ctx.site.id)]);
  return { settings, acts, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Settings',
  description: 'What the site is called, and how much of everything there is.',
  canonical: adminPaths.settings(),
  index: false,
});

const DONE: Record<string, string> = { saved: 'The settings are saved.', same: 'Nothing was changed.' };

const numberFields = (rows: Record<string, { label: string; usual: number }>, settings: object): AdminFieldRow[] =>
  Object.entries(rows).map(([name, { label, usual }]) => ({
    name,
    label,
    value: (settings as Record<string, number | null>)[name],
    type: 'whole',
    hint: `Left empty, it is ${formatCount(usual)}.`,
  }));

export const view = ({ settings, acts, done }: Data, context: PageContext) => (
  <>
    <AdminHeading title="Settings" done={done && DONE[done]} />
    <AdminForm
      action={adminPaths.settings()}
      context={context}
      submit="Save them"
      fields={[
        { name: 'name', label: 'Name of the site', value: settings.name, max_length: 80, required: true },
        { name: 'tagline', label: 'Tagline', value: settings.tagline, max_length: 160 },
        { name: 'purpose', label: 'What it is for', value: settings.purpose, rows: 3, max_length: 500 },
        {
          name: 'time_zone',
          label: 'Time zone',
          value: settings.time_zone,
          max_length: 60,
          required: true,
          hint: 'Weeks begin on Monday 00:00 in it. Changing it moves the running week’s end too.',
        },
      ]}
    >
      <fieldset class="pairs">
        <legend>Weeks</legend>
        <AdminFields action={adminPaths.settings()} context={context} fields={numberFields(WEEK_NUMBERS, settings)} />
      </fieldset>
      <fieldset class="pairs">
        <legend>Limits</legend>
        <AdminFields action={adminPaths.settings()} context={context} fields={numberFields(LIMIT_NUMBERS, settings)} />
      </fieldset>
      <fieldset class="stack">
        <legend>Whom to write to, and where to submit</legend>
        <AdminFields
          action={adminPaths.settings()}
          context={context}
          fields={[
            {
              name: 'security_contact',
              label: 'Contact for weaknesses',
              value: settings.security_contact,
              max_length: 300,
              hint: 'A mail address, or a page that begins with https://. It stands in security.txt; left empty, there is none.',
            },
            {
              name: 'done_for_you_sites',
              label: 'Launch sites the team submits to',
              value: settings.done_for_you_sites.map(({ name, url }) => (url ? `${name} ${url}` : name)).join('\n'),
              rows: 5,
              max_length: 10_000,
              hint: 'One a line: its name, then its address if it has one. Each is a step of what is done for who buys it.',
            },
          ]}
        />
      </fieldset>
    </AdminForm>
    {acts.length > 0 && (
      <AdminSection id="acts" title="What the team did">
        <AuditLog acts={acts} context={context} />
      </AdminSection>
    )}
  </>
);
