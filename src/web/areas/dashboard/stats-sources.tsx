import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { Source } from '../../../modules/stats/rules.ts';
import type { ListingStats } from '../../../modules/stats/stats.ts';
import { formatCount, formatPercent } from '../../ui/format.tsx';

const SOURCE_NAMES: Record<Exclude<Source['kind'], 'campaign' | 'referrer'>, string> = texts({
  internal: msg('Other pages of this site'),
  direct: msg('Direct: typed, bookmarked or from an app'),
  other: msg('Other or unknown'),
});

const SourceName = ({ source: { kind, source } }: { source: Source }) => {
  if (kind === 'campaign')
    return source === 'badge' ? (
      t('Your badge')
    ) : (
      <>
        <bdi>{source}</bdi> <span class="quiet">{t('from the link’s utm_source')}</span>
      </>
    );
  return <bdi>{kind === 'referrer' ? source : SOURCE_NAMES[kind]}</bdi>;
};

/** Where the views of a period came from. */
export const Sources = ({ sources, totals }: Pick<ListingStats, 'sources' | 'totals'>) => (
  <section class="block" aria-labelledby="sources">
    <h2 id="sources">{t('Sources')}</h2>
    {sources.length === 0 ? (
      <p class="quiet">{t('Sources appear with your first views.')}</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Source')}</th>
            <th scope="col">{t('Views')}</th>
            <th scope="col">{t('Share')}</th>
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
      {rich('Add <code>?utm_source=newsletter</code> to a link you share to see its visits under that name.', {
        code: (text) => <code>{text}</code>,
      })}
    </p>
  </section>
);
