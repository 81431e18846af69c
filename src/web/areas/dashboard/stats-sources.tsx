import type { Source } from '../../../modules/stats/rules.ts';
import type { ListingStats } from '../../../modules/stats/stats.ts';
import { formatCount, formatPercent } from '../../ui/format.tsx';

const SOURCE_NAMES: Record<Exclude<Source['kind'], 'campaign' | 'referrer'>, string> = {
  internal: 'Other pages of this site',
  direct: 'Direct: typed, bookmarked or from an app',
  other: 'Other or unknown',
};

const SourceName = ({ source: { kind, source } }: { source: Source }) => {
  if (kind === 'campaign')
    return source === 'badge' ? (
      <>Your badge</>
    ) : (
      <>
        <bdi>{source}</bdi> <span class="quiet">from the link’s utm_source</span>
      </>
    );
  return <bdi>{kind === 'referrer' ? source : SOURCE_NAMES[kind]}</bdi>;
};

/** Where the views of a period came from. */
export const Sources = ({ sources, totals }: Pick<ListingStats, 'sources' | 'totals'>) => (
  <section class="block" aria-labelledby="sources">
    <h2 id="sources">Sources</h2>
    {sources.length === 0 ? (
      <p class="quiet">Sources appear with your first views.</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Views</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr>
              <th scope="row">
                <SourceName source={source} />
              </th>
              <td>{formatCount(source.views)}</td>
              <td>{formatPercent(totals.views === 0 ? 0 : Math.min(source.views / totals.views, 1))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <p class="quiet">
      Add <code>?utm_source=newsletter</code> to a link you share to see its visits under that name.
    </p>
  </section>
);
