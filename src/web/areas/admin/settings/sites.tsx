import { listNetworkSites } from '../../../../modules/moderation/administration.ts';
import { adminPaths } from '../../../paths.ts';
import { pluralize } from '../../../ui/format.tsx';
import { webUrl } from '../../../ui/urls.ts';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const sitesPage = adminPage({
  name: 'admin_sites',
  path: adminPaths.sites,
  for: 'admin',
  load: async (ctx) => ({ sites: await listNetworkSites(ctx) }),
  title: 'Sites',
  description: 'All sites of this deployment.',
  done: { made: 'The site is made. It answers at its address within a second.' },
  view: ({ sites }, context) => (
    <>
      <AdminRows
        rows={sites.map((site) => ({
          href: site.root === null ? adminPaths.home() : (webUrl(site.root + adminPaths.home()) ?? undefined),
          title: site.name,
          more: (
            <>
              <bdi>{site.root ?? `${context.site.root} or wherever SITE_ROOT says`}</bdi> · {site.time_zone} ·{' '}
              {pluralize(site.live, 'live listing')} · {pluralize(site.admins, 'admin')} · key <code>{site.key}</code>
            </>
          ),
        }))}
        empty="There is no site."
      />
      <AdminSection id="new" title="Another site">
        <p>Point its name at this server first. Categories and admins are then added on its own pages.</p>
        <AdminForm
          action={adminPaths.sites()}
          context={context}
          submit="Make it"
          fields={[
            { name: 'key', label: 'Key', max_length: 40, required: true, hint: 'Small letters, digits and dashes; it stays for good.' },
            { name: 'name', label: 'Name', max_length: 80, required: true },
            { name: 'root', label: 'Address', max_length: 300, required: true, hint: 'Such as https://launch.example' },
            { name: 'time_zone', label: 'Time zone', value: 'UTC', max_length: 60, required: true },
            { name: 'tagline', label: 'Tagline', max_length: 160 },
            { name: 'purpose', label: 'What it is for', rows: 3, max_length: 500 },
          ]}
        />
      </AdminSection>
    </>
  ),
});
