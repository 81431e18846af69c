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
  description: 'All sites on this server.',
  done: { made: 'Site created. It’s available at its address.' },
  view: ({ sites }, context) => (
    <>
      <AdminRows
        rows={sites.map((site) => ({
          href: site.root === null ? adminPaths.home() : (webUrl(site.root + adminPaths.home()) ?? undefined),
          title: site.name,
          more: (
            <>
              <bdi>{site.root ?? `${context.site.root} (or SITE_ROOT)`}</bdi> · {site.time_zone} · {pluralize(site.live, 'live listing')} ·{' '}
              {pluralize(site.admins, 'admin')} · key <code>{site.key}</code>
            </>
          ),
        }))}
        empty="No sites yet."
      />
      <AdminSection id="new" title="New site">
        <p>Point the domain to this server first. Then add categories and admins on the new site’s pages.</p>
        <AdminForm
          action={adminPaths.sites()}
          context={context}
          submit="Create"
          fields={[
            {
              name: 'key',
              label: 'Key',
              max_length: 40,
              required: true,
              hint: 'Lowercase letters, digits and hyphens. Can’t be changed later.',
            },
            { name: 'name', label: 'Name', max_length: 80, required: true },
            { name: 'root', label: 'Address', max_length: 300, required: true, hint: 'For example https://launch.example' },
            { name: 'time_zone', label: 'Time zone', value: 'UTC', max_length: 60, required: true },
            { name: 'tagline', label: 'Tagline', max_length: 160 },
            { name: 'purpose', label: 'Purpose', rows: 3, max_length: 500 },
          ]}
        />
      </AdminSection>
    </>
  ),
});
