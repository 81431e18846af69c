import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { METRIC_NAMES, type MetricName } from '../../../../modules/listings/metrics/rules.ts';
import { getMetricSources, type SourceSummary } from '../../../../modules/listings/metrics/sources.ts';
import { adminPaths } from '../../../paths.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const NAMES: Record<MetricName, string> = texts({ domain_rating: msg('Domain Rating'), revenue: msg('Revenue') });

const Source = ({ name, source }: { name: MetricName; source: SourceSummary | undefined }) => (
  <AdminSection id={name} title={NAMES[name]}>
    <p>{source ? t('Updated daily for each live listing.') : t('No source configured. You can still import figures.')}</p>
    <AdminForm
      action={adminPaths.setMetricSource({ name })}
      submit={t('Save')}
      about={NAMES[name]}
      fields={[
        {
          name: 'url_template',
          label: t('API URL'),
          value: source?.url_template,
          max_length: 2000,
          hint: t('Use {placeholder} for the listing’s domain. Leave empty to stop updates.', { placeholder: '{domain}' }),
        },
        {
          name: 'json_path',
          label: t('Path in the response'),
          value: source?.json_path,
          max_length: 200,
          hint: t('For example data.rating'),
        },
        { name: 'unit', label: t('Unit'), value: source?.unit, max_length: 40, hint: t('For revenue: USD or USD cents per month.') },
        { name: 'source', label: t('Source name shown to visitors'), value: source?.source, max_length: 200 },
        {
          name: 'headers',
          label: t('Request headers'),
          rows: 2,
          max_length: 4000,
          hint: source?.header_names.length
            ? t(
                'One per line, such as X-Key: abc. Saved: {names}. Entering new ones replaces them. They are dropped if you change the host.',
                { names: source.header_names.join(', ') },
              )
            : t('One per line, such as X-Key: abc. Values won’t be shown again.'),
        },
      ]}
    />
  </AdminSection>
);

export const metricsPage = adminPage({
  name: 'admin_metrics',
  path: adminPaths.metrics,
  load: (ctx) => getMetricSources(ctx),
  title: msg('Metrics'),
  description: msg('Sources of external metrics.'),
  lede: msg('External metrics, shown with source and date. Listings without a figure don’t appear on that leaderboard.'),
  done: { set: msg('Saved.'), same: msg('No changes to save.') },
  view: ({ sources, faults, troubles }) => (
    <>
      {faults.length > 0 && <p class="form-trouble">{faults.join('; ')}</p>}
      {METRIC_NAMES.map((name) => (
        <Source name={name} source={sources.find((one) => one.name === name)} />
      ))}
      <AdminSection id="troubles" title={t('Recent errors')}>
        <AdminRows
          rows={troubles.map(({ listing_id, listing, name, asked_at, trouble }) => ({
            href: adminPaths.listing({ id: listing_id }),
            title: listing,
            more: (
              <>
                {NAMES[name]} · <RelativeTime at={asked_at} /> · <bdi>{trouble}</bdi>
              </>
            ),
          }))}
          empty={t('No errors.')}
        />
      </AdminSection>
    </>
  ),
});
