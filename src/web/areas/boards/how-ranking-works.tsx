import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { describeRanking, type RankingInfo } from '../../../modules/votes/boards/boards.ts';
import { boardPaths, ledgerPaths, weekPaths } from '../../paths.ts';
import { currentPage, type PageHead } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { formatCount, WeekText } from '../../ui/format.tsx';
import { VoteReview, VoteSimulation } from './vote-review.tsx';

export const load = (ctx: Ctx): Promise<RankingInfo> => describeRanking(ctx);

export const head = (): PageHead => ({
  title: t('How ranking works'),
  description: t('Which votes count, how launches are ranked, what is paid, and how anyone can recount a week.'),
  canonical: boardPaths.howRankingWorks(),
});

const Counting = () => (
  <Block id="counts" heading={t('Which votes count')} class="block block-first">
    <p>
      {t(
        'Each vote is one row in a ledger that is never changed. Only signed-in people with a verified email address can vote, and only on this website: API keys and applications can’t vote. Everyone has one vote per launch. Removing a vote adds another row.',
      )}
    </p>
    <p>{t('Every counted vote has the same weight. Money doesn’t change that.')}</p>
  </Block>
);

const Uncounted = ({ rules }: { rules: string[] }) => (
  <Block id="held" heading={t('Which votes don’t count')}>
    <p>{t('These votes are recorded with the reason, but not counted. Voters see the reason immediately; owners see only totals.')}</p>
    <ul>
      {rules.map((rule) => (
        <li>{rule}</li>
      ))}
    </ul>
    <p>
      {t(
        'The site’s team can overrule a rule and can exclude a vote that no rule caught. Each decision is also a row in the ledger. We don’t publish the exact rate limits, because that would only help people who try to stay below them.',
      )}
    </p>
  </Block>
);

const Places = () => (
  <Block id="places" heading={t('How launches are ranked')}>
    <dl class="attributes">
      <div>
        <dt>{t('Weekly ranking')}</dt>
        <dd>
          {t(
            'Counted votes from Monday to Sunday, in the site’s time zone, for products that launched that week. In a tie, the product that reached the number first ranks higher; after that, the one that was listed first.',
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Final results')}</dt>
        <dd>
          {t(
            'Results are final when the week ends. The top three with at least one counted vote get awards. Later changes affect the all-time count, not the week.',
          )}
        </dd>
      </div>
      <div>
        <dt>{t('All time')}</dt>
        <dd>{t('All counted votes for every launch, including votes cast after its week.')}</dd>
      </div>
      <div>
        <dt>{t('Trending')}</dt>
        <dd>{t('Recent votes weigh more: a vote loses half its weight every three days.')}</dd>
      </div>
      <div>
        <dt>{t('Billboard')}</dt>
        <dd>
          {rich(
            'Ranked by the amount paid, and marked <span>Paid</span> on every row. Money doesn’t affect search, lists or any other leaderboard.',
            { span: (text) => <span class="paid">{text}</span> },
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Featured')}</dt>
        <dd>
          {rich('Separate paid placements for seven days, each marked <span>Paid</span>. Their order changes every hour.', {
            span: (text) => <span class="paid">{text}</span>,
          })}
        </dd>
      </div>
      <div>
        <dt>{t('Picked by the team')}</dt>
        <dd>{t('Products that the site’s team chose for a time. Nobody pays for it, and it changes no rank.')}</dd>
      </div>
      <div>
        <dt>{t('Relaunches')}</dt>
        <dd>
          {t('A product can launch again in a later week. Its votes for that week start at zero, and its earlier result stays the same.')}
        </dd>
      </div>
      <div>
        <dt>{t('Domain Rating and revenue')}</dt>
        <dd>{t('Figures from other sources, each with its source and date. Products without a source aren’t ranked.')}</dd>
      </div>
    </dl>
  </Block>
);

const Totals = ({ weeks }: { weeks: RankingInfo['weeks'] }) => (
  <Block id="totals" heading={t('Votes by week')}>
    {weeks.length === 0 ? (
      <p class="quiet">{t('No votes on {name} yet.', { name: currentPage().site.name })}</p>
    ) : (
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Week')}</th>
              <th scope="col" class="number">
                {t('Counted')}
              </th>
              <th scope="col" class="number">
                {t('Not counted')}
              </th>
              <th scope="col">{t('Result')}</th>
              <th scope="col">{t('Ledger')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week_on, counted, uncounted, is_final, is_over }) => (
              <tr>
                <th scope="row">
                  <a href={boardPaths.leaderboard({ board: 'community-weekly', week: week_on })}>
                    <WeekText monday={week_on} />
                  </a>
                </th>
                <td class="number">{formatCount(counted)}</td>
                <td class="number">{formatCount(uncounted)}</td>
                <td>{is_final ? t('Final') : is_over ? t('Closing') : t('Open')}</td>
                <td>{is_over ? <a href={weekPaths.ledgerFile({ week: week_on })}>JSONL</a> : t('After the week')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Block>
);

/** The fields a row's hash is computed from; lines break between names only. */
const HASHED_FIELDS = ['previous_hash', 'site_id', 'seq', 'listing_id', 'launch_week_on', 'voter_id', 'act', 'reason', 'in_week', 'at'];

const Recount = () => (
  <Block id="recount" heading={t('Recount a week')}>
    <p>
      {rich(
        'A week’s ledger is a file with one row per line: the listing, its launch week, an anonymous voter number, what happened (<code>cast</code>, <code>withdrawn</code>, <code>counted</code> or <code>uncounted</code>), the reason if it isn’t counted, whether it was cast during the week, and the time. It contains no other personal data. To get the result:',
        { code: (text) => <code>{text}</code> },
      )}
    </p>
    <ol>
      <li>{t('Take the rows with that launch week, in order of their numbers.')}</li>
      <li>
        {rich('For each voter and listing, the last row decides: a <code>cast</code> counts if it has no reason.', {
          code: (text) => <code>{text}</code>,
        })}
      </li>
      <li>{t('Add up the counted votes that were cast during the week.')}</li>
    </ol>
    <p>
      {t(
        'Each row contains the hash of the previous row, so no row can be changed, removed or inserted unnoticed. A row’s hash is the SHA-256 of these values joined by a vertical bar, with nothing for null:',
      )}
    </p>
    <pre>
      <code>
        {HASHED_FIELDS.map((name, i) => (
          <>
            {i > 0 && '|'}
            <wbr />
            {name}
          </>
        ))}
      </code>
    </pre>
    <p>
      {rich(
        'The ledger is signed every hour and with each result, so it can’t be rewritten unnoticed. <link>Check the signed ledger</link>',
        {
          link: (text) => <a href={ledgerPaths.home()}>{text}</a>,
        },
      )}
    </p>
    <p>{t('The site’s operator can do this with one command, from the database or from a ledger file:')}</p>
    <pre>
      <code>launchweek recount 2026-01-05 ledger.jsonl</code>
    </pre>
  </Block>
);

export const view = ({ rules, weeks }: RankingInfo) => (
  <div class="prose-long medium ranking">
    <header class="page-head">
      <h1>{t('How ranking works')}</h1>
      <p class="lede">{t('Every ranking on this site can be recounted by anyone.')}</p>
    </header>
    <Counting />
    <Uncounted rules={rules} />
    <VoteReview />
    <Places />
    <Totals weeks={weeks} />
    <Recount />
    <VoteSimulation />
  </div>
);
