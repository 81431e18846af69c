import { METRIC_NAMES, type MetricName } from '../../../../modules/listings/metrics/rules.ts';
import { getMetricSources, type SourceSummary } from '../../../../modules/listings/metrics/sources.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const NAMES: Record<MetricName, string> = { domain_rating: 'Domain Rating', revenue: 'Revenue' };

const Source = ({ name, source, context }: { name: MetricName; source: SourceSummary | undefined; context: PageContext }) => (
  <AdminSection id={name} title={NAMES[name]}>
    <p>{source ? 'Updated daily for each live listing.' : 'No source configured. You can still import figures.'}</p>
    <AdminForm
      action={adminPaths.setMetricSource({ name })}
      context={context}
      submit="Save"
      about={NAMES[name]}
      fields={[
        {
          name: 'url_template',
          label: 'API URL',
          value: source?.url_template,
          max_length: 2000,
          hint: 'Use {domain} for the listing’s domain. Leave empty to stop updates.',
        },
        { name: 'json_path', label: 'Path in the response', value: source?.json_path, max_length: 200, hint: 'For example data.rating' },
        { name: 'unit', label: 'Unit', value: source?.unit, max_length: 40, hint: 'For revenue: USD or USD cents per month.' },
        { name: 'source', label: 'Source name shown to visitors', value: source?.source, max_length: 200 },
        {
          name: 'headers',
          label: 'Request headers',
          rows: 2,
          max_length: 4000,
          hint: `One per line, such as X-Key: abc. ${source?.header_names.length ? `Saved: ${source.header_names.join(', ')}. Entering new ones replaces them. They are dropped if you change the host.` : 'Values won’t be shown again.'}`,
        },
      ]}
    />
  </AdminSection>
);

export const metricsPage = adminPage({
  name: 'admin_metrics',
  path: adminPaths.metrics,
  load: (ctx) => getMetricSources(ctx),
  title: 'Metrics',
  description: 'Sources of external metrics.',
  lede: 'External metrics, shown with source and date. Listings without a figure don’t appear on that leaderboard.',
  done: { set: 'Saved.', same: 'No changes to save.' },
  view: ({ sources, faults, troubles }, context) => (
    <>
      {faults.length > 0 && <p class="form-trouble">{faults.join('; ')}</p>}
      {METRIC_NAMES.map((name) => (
        <Source name={name} source={sources.find((one) => one.name === name)} context={context} />
      ))}
      <AdminSection id="troubles" title="Recent errors">
        <AdminRows
          rows={troubles.map(({ listing_id, listing, name, asked_at, trouble }) => ({
            href: adminPaths.listing({ id: listing_id }),
            title: listing,
            more: (
              <>
                {NAMES[name]} · <RelativeTime at={asked_at} now={context.now} /> · <bdi>{trouble}</bdi>
              </>
            ),
          }))}
          empty="No errors."
        />
      </AdminSection>
    </>
  ),
});
