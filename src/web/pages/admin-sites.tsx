import type { Ctx } from '../../kernel/context.ts';
import { sitesOfNetwork } from '../../modules/team/sites.ts';
import { webAddress } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { OfficeHead, OfficeRows, Part } from '../parts/admin-parts.tsx';
import { counted } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  sites: await sitesOfNetwork(signedIn(ctx)),
  done: typed(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Sites',
  description: 'All sites of this deployment.',
  canonical: team.sites(),
  index: false,
});

export const view = ({ sites, done }: Data, here: Here) => (
  <>
    <OfficeHead title="Sites" done={done === 'made' ? 'The site is made. It answers at its address within a second.' : null} />
    <OfficeRows
      rows={sites.map((site) => ({
        href: site.root === null ? team.home() : (webAddress(`${site.root}/admin`) ?? undefined),
        title: site.name,
        more: (
          <>
            <bdi>{site.root ?? `${here.site.root} or wherever SITE_ROOT says`}</bdi> · {site.time_zone} ·{' '}
            {counted(site.live, 'live listing')} · {counted(site.admins, 'admin')} · key <code>{site.key}</code>
          </>
        ),
      }))}
      empty="There is no site."
    />
    <Part id="new" title="Another site">
      <p>Point its name at this server first. Categories and admins are then added on its own pages.</p>
      <AdminForm
        action={team.sites()}
        here={here}
        submit="Make it"
        fields={[
          { name: 'key', label: 'Key', most: 40, required: true, hint: 'Small letters, digits and dashes; it stays for good.' },
          { name: 'name', label: 'Name', most: 80, required: true },
          { name: 'root', label: 'Address', most: 300, required: true, hint: 'Such as https://launch.example' },
          { name: 'time_zone', label: 'Time zone', value: 'UTC', most: 60, required: true },
          { name: 'tagline', label: 'Tagline', most: 160 },
          { name: 'purpose', label: 'What it is for', rows: 3, most: 500 },
        ]}
      />
    </Part>
  </>
);
