import type { Ctx } from '../../kernel/context.ts';
import { actsAbout } from '../../modules/team/log.ts';
import { siteSettings } from '../../modules/team/settings.ts';
import { LIMIT_NUMBERS, WEEK_NUMBERS } from '../../modules/team/settings-rules.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Acts } from '../parts/acts.tsx';
import { AdminFields, AdminForm, type FieldRow } from '../parts/admin-form.tsx';
import { OfficeHead, Part } from '../parts/admin-parts.tsx';
import { count } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const member = signedIn(ctx);
  const [settings, acts] = await Promise.all([siteSettings(member), actsAbout(member, 'site', ctx.site.id)]);
  return { settings, acts, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Settings',
  description: 'What the site is called, and how much of everything there is.',
  canonical: team.settings(),
  index: false,
});

const DONE: Record<string, string> = { saved: 'The settings are saved.', same: 'Nothing was changed.' };

const numberFields = (rows: Record<string, { label: string; usual: number }>, settings: object): FieldRow[] =>
  Object.entries(rows).map(([name, { label, usual }]) => ({
    name,
    label,
    value: (settings as Record<string, number | null>)[name],
    type: 'whole',
    hint: `Left empty, it is ${count(usual)}.`,
  }));

export const view = ({ settings, acts, done }: Data, here: Here) => (
  <>
    <OfficeHead title="Settings" done={done && DONE[done]} />
    <AdminForm
      action={team.settings()}
      here={here}
      submit="Save them"
      fields={[
        { name: 'name', label: 'Name of the site', value: settings.name, most: 80, required: true },
        { name: 'tagline', label: 'Tagline', value: settings.tagline, most: 160 },
        { name: 'purpose', label: 'What it is for', value: settings.purpose, rows: 3, most: 500 },
        {
          name: 'time_zone',
          label: 'Time zone',
          value: settings.time_zone,
          most: 60,
          required: true,
          hint: 'Weeks begin on Monday 00:00 in it. Changing it moves the running week’s end too.',
        },
      ]}
    >
      <fieldset class="office-pairs">
        <legend>Weeks</legend>
        <AdminFields action={team.settings()} here={here} fields={numberFields(WEEK_NUMBERS, settings)} />
      </fieldset>
      <fieldset class="office-pairs">
        <legend>Limits</legend>
        <AdminFields action={team.settings()} here={here} fields={numberFields(LIMIT_NUMBERS, settings)} />
      </fieldset>
      <fieldset class="office-sheet">
        <legend>Whom to write to, and where to submit</legend>
        <AdminFields
          action={team.settings()}
          here={here}
          fields={[
            {
              name: 'security_contact',
              label: 'Contact for weaknesses',
              value: settings.security_contact,
              most: 300,
              hint: 'A mail address, or a page that begins with https://. It stands in security.txt; left empty, there is none.',
            },
            {
              name: 'done_for_you_sites',
              label: 'Launch sites the team submits to',
              value: settings.done_for_you_sites.map(({ name, url }) => (url ? `${name} ${url}` : name)).join('\n'),
              rows: 5,
              most: 10_000,
              hint: 'One a line: its name, then its address if it has one. Each is a step of what is done for who buys it.',
            },
          ]}
        />
      </fieldset>
    </AdminForm>
    {acts.length > 0 && (
      <Part id="acts" title="What the team did">
        <Acts acts={acts} here={here} />
      </Part>
    )}
  </>
);
