import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { listNetworkSites } from '../../../../modules/moderation/administration.ts';
import { adminPaths } from '../../../paths.ts';
import { webUrl } from '../../../ui/urls.ts';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const sitesPage = adminPage({
  name: 'admin_sites',
  path: adminPaths.sites,
  for: 'admin',
  load: async (ctx) => ({ sites: await listNetworkSites(ctx) }),
  title: msg('Sites'),
  description: msg('All sites on this server.'),
  done: { made: msg('Site created. It’s available at its address.') },
  view: ({ sites }, context) => (
    <>
      <AdminRows
        rows={sites.map((site) => ({
          href: site.root === null ? adminPaths.home() : (webUrl(site.root + adminPaths.home()) ?? undefined),
          title: site.name,
          more: (
            <>
              <bdi>{site.root ?? t('{address} (or SITE_ROOT)', { address: context.site.root })}</bdi> · {site.time_zone} ·{' '}
              {t('{n, plural, one {# live listing} other {# live listings}}', { n: site.live })} ·{' '}
              {t('{n, plural, one {# admin} other {# admins}}', { n: site.admins })} · {rich('key {key}', { key: <code>{site.key}</code> })}
            </>
          ),
        }))}
        empty={t('No sites yet.')}
      />
      <AdminSection id="new" title={t('New site')}>
        <p>{t('Point the domain to this server first. Then add categories and admins on the new site’s pages.')}</p>
        <AdminForm
          action={adminPaths.sites()}
          submit={t('Create')}
          fields={[
            {
              name: 'key',
              label: t('Key'),
              max_length: 40,
              required: true,
              hint: t('Lowercase letters, digits and hyphens. Can’t be changed later.'),
            },
            { name: 'name', label: t('Name'), max_length: 80, required: true },
            { name: 'root', label: t('Address'), max_length: 300, required: true, hint: t('For example https://launch.example') },
            { name: 'time_zone', label: t('Time zone'), value: 'UTC', max_length: 60, required: true },
            { name: 'tagline', label: t('Tagline'), max_length: 160 },
            { name: 'purpose', label: t('Purpose'), rows: 3, max_length: 500 },
          ]}
        />
      </AdminSection>
    </>
  ),
});
