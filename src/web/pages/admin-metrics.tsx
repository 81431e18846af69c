import type { Ctx } from '../../kernel/context.ts';
import { METRIC_NAMES, type MetricName } from '../../modules/listings/metric-rules.ts';
import { metricSources, type ShownSource } from '../../modules/listings/metric-settings.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { OfficeHead, OfficeRows, Part } from '../parts/admin-parts.tsx';
import { Moment } from '../parts/moment.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  ...(await metricSources(signedIn(ctx))),
  done: typed(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Figures',
  description: 'Where figures from outside are read.',
  canonical: team.metrics(),
  index: false,
});

const NAMES: Record<MetricName, string> = { domain_rating: 'Domain Rating', revenue: 'Revenue' };

const Source = ({ name, source, here }: { name: MetricName; source: ShownSource | undefined; here: Here }) => (
  <Part id={name} title={NAMES[name]}>
    <p>{source ? 'It is read once a day for each live listing.' : 'It is not read from anywhere. Figures can still be imported.'}</p>
    <AdminForm
      action={team.metric(name)}
      here={here}
      submit="Save it"
      about={NAMES[name]}
      fields={[
        {
          name: 'url_template',
          label: 'Address to ask',
          value: source?.url_template,
          most: 2000,
          hint: 'With {domain} where the listing’s domain goes. Left empty, the figure is no longer read.',
        },
        { name: 'json_path', label: 'Where in the answer', value: source?.json_path, most: 200, hint: 'Such as data.rating.' },
        { name: 'unit', label: 'Unit', value: source?.unit, most: 40, hint: 'For revenue: USD per month, or USD cents per month.' },
        { name: 'source', label: 'What readers are told it comes from', value: source?.source, most: 200 },
        {
          name: 'headers',
          label: 'Headers to send',
          rows: 2,
          most: 4000,
          hint: `One a line, such as X-Key: abc. ${source?.header_names.length ? `Kept: ${source.header_names.join(', ')}. What is typed replaces them; to another host they are not taken along.` : 'Their values are not shown again.'}`,
        },
      ]}
    />
  </Part>
);

export const view = ({ sources, faults, troubles, done }: Data, here: Here) => (
  <>
    <OfficeHead
      title="Figures"
      lede="Figures from outside, each shown with its source and day. Without one, a listing has no place on that board."
      done={done === 'set' ? 'It is saved.' : done === 'same' ? 'Nothing was changed.' : null}
    />
    {faults.length > 0 && <p class="form-trouble">{faults.join('; ')}</p>}
    {METRIC_NAMES.map((name) => (
      <Source name={name} source={sources.find((one) => one.name === name)} here={here} />
    ))}
    <Part id="troubles" title="What went wrong lately">
      <OfficeRows
        rows={troubles.map(({ listing_id, listing, name, asked_at, trouble }) => ({
          href: team.listing(listing_id),
          title: listing,
          more: (
            <>
              {NAMES[name]} · <Moment at={asked_at} now={here.now} /> · <bdi>{trouble}</bdi>
            </>
          ),
        }))}
        empty="Nothing did."
      />
    </Part>
  </>
);
