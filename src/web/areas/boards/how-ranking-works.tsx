import type { Ctx } from '../../../kernel/context.ts';
import { describeRanking, type RankingInfo } from '../../../modules/votes/boards/boards.ts';
import { boardPaths, weekPaths } from '../../paths.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { formatCount, WeekText } from '../../ui/format.tsx';

export const load = (ctx: Ctx): Promise<RankingInfo> => describeRanking(ctx);

export const head = (): PageHead => ({
  title: 'How ranking works',
  description: 'Which votes count, how places are given, what is paid for, and how anybody can count a week again.',
  canonical: boardPaths.howRankingWorks(),
});

const Counting = () => (
  <Block id="counts" heading="What counts" class="block block-first">
    <p>
      A vote is one row in a ledger, written once and never changed. It comes from a signed-in person with a verified mail address, on this
      site: no API, no key and no application can vote. Each person has one vote for each launch, and can take it back, which is another
      row.
    </p>
    <p>A vote counts one or nothing. Nothing makes it weigh more, and money least of all.</p>
  </Block>
);

const Uncounted = ({ rules }: { rules: string[] }) => (
  <Block id="held" heading="What does not">
    <p>These votes are kept, with their reason, and do not count. The voter is told at once, the owner of the listing in totals.</p>
    <ul>
      {rules.map((rule) => (
        <li>{rule}</li>
      ))}
    </ul>
    <p>
      A person of the team can decide otherwise, and can take a vote out that no rule held back. Each decision is a row of the ledger too.
      We do not say how many votes in how many minutes are too many: it would only help those who count them.
    </p>
  </Block>
);

const Places = () => (
  <Block id="places" heading="How places are given">
    <dl class="attributes">
      <div>
        <dt>The week</dt>
        <dd>
          Counted votes that were cast between Monday and Sunday, by the site’s clock, for the products that launched in that week. Of two
          with as many votes the one stands first that had them first, and if even that is the same, the one that came to the site first.
        </dd>
      </div>
      <div>
        <dt>The result</dt>
        <dd>
          When the week is over its result is frozen. Awards go to the first three, if they have a counted vote. What is decided or taken
          back later changes the count of all time, not the week.
        </dd>
      </div>
      <div>
        <dt>All time</dt>
        <dd>All counted votes of every launch, also those that were cast after its week.</dd>
      </div>
      <div>
        <dt>Trending</dt>
        <dd>Counted votes by age: a vote weighs half as much as one cast three days later.</dd>
      </div>
      <div>
        <dt>The billboard</dt>
        <dd>
          Money contributed, and marked as <span class="paid">Paid</span> on every row. Money orders nothing else: no search, no list and no
          other board.
        </dd>
      </div>
      <div>
        <dt>Featured</dt>
        <dd>
          Places in strips of their own, bought for seven days and marked as <span class="paid">Paid</span> each. Who is first among them
          changes from hour to hour.
        </dd>
      </div>
      <div>
        <dt>Launching again</dt>
        <dd>
          A product may launch again in a later week. Its votes of that week begin at zero, and the result of its earlier week stays as it
          was.
        </dd>
      </div>
      <div>
        <dt>Domain Rating and revenue</dt>
        <dd>Figures from elsewhere, each with its source and its day. Without a source there is no place.</dd>
      </div>
    </dl>
  </Block>
);

const Totals = ({ weeks, context }: { weeks: RankingInfo['weeks']; context: PageContext }) => (
  <Block id="totals" heading="Counted and not, week by week">
    {weeks.length === 0 ? (
      <p class="quiet">Nobody has voted on {context.site.name} yet.</p>
    ) : (
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Week</th>
              <th scope="col" class="number">
                Counted
              </th>
              <th scope="col" class="number">
                Not counted
              </th>
              <th scope="col">Result</th>
              <th scope="col">Ledger</th>
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
                <td>{is_final ? 'frozen' : is_over ? 'being closed' : 'running'}</td>
                <td>{is_over ? <a href={weekPaths.ledgerFile({ week: week_on })}>JSONL</a> : 'when it is over'}</td>
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
  <Block id="recount" heading="Count it again">
    <p>
      A week’s ledger is a file with one row a line: the listing, the week it launched in, a number for the voter, what happened (
      <code>cast</code>, <code>withdrawn</code>, <code>counted</code> or <code>uncounted</code>), the reason where it does not count,
      whether it was cast inside the week, and when. It says nothing else about anybody. To get the result:
    </p>
    <ol>
      <li>Take the rows whose launch week is the week, in the order of their numbers.</li>
      <li>
        For each voter and listing, the last row says how the vote stands: a <code>cast</code> counts if it has no reason.
      </li>
      <li>Add up the votes that count and were cast inside the week.</li>
    </ol>
    <p>
      Each row carries the hash of the row before it, so that none can be changed, left out or put in unseen. The hash of a row is the
      SHA-256 of these values with a bar between them, and nothing for what is null:
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
    <p>Whoever runs the site can do all of it with one command, from the database or from such a file:</p>
    <pre>
      <code>launchweek recount 2026-01-05 ledger.jsonl</code>
    </pre>
  </Block>
);

export const view = ({ rules, weeks }: RankingInfo, context: PageContext) => (
  <div class="prose-long medium ranking">
    <header class="page-head">
      <h1>How ranking works</h1>
      <p class="lede">Rankings are easy to publish and hard to believe. These can be counted again by anybody.</p>
    </header>
    <Counting />
    <Uncounted rules={rules} />
    <Places />
    <Totals weeks={weeks} context={context} />
    <Recount />
  </div>
);
