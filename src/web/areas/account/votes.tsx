import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { weekAt } from '../../../kernel/time/weeks.ts';
import { listOwnVotes, type OwnVote } from '../../../modules/votes/votes.ts';
import { accountPaths, boardPaths, ledgerPaths, listingPaths, weekPaths } from '../../paths.ts';
import { currentPage, type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { HiddenName, Logo } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { WeekText } from '../../ui/format.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { accountHead } from './head.ts';

export const load = (ctx: Ctx, _params: Params, query: Query) => listOwnVotes(requireSignedIn(ctx), parseQuery(PagingInput, query).input);

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead(t('Your votes'), t('Your votes and whether they count.'), accountPaths.votes());

/** Short labels; the reason is shown below them. */
const STATE_LABELS: Record<OwnVote['state'], string> = texts({
  counted: msg('Counted'),
  held: msg('On hold'),
  uncounted: msg('Not counted'),
  withdrawn: msg('Removed'),
});

const describeOutOfWeek = () => t('Counts towards the all-time total, because it wasn’t cast during the launch week.');

const Product = ({ vote: { slug, name, is_public } }: { vote: OwnVote }) =>
  is_public ? (
    <a class="strong-link" href={listingPaths.listing({ slug })} dir="auto">
      {name}
    </a>
  ) : (
    <span class="strong-link" dir="auto">
      {name}
    </span>
  );

const VoteLine = ({ vote, page }: { vote: OwnVote; page: number }) => {
  const { slug, name, logo_url, launch_week_on, is_present, state, explanation, in_week, cast_at, cast_seq } = vote;
  const { now, site } = currentPage();
  const is_running = launch_week_on === weekAt(now, site.time_zone);
  return (
    // Only the current launch has an anchor: after a relaunch the same product can be in the list twice.
    <li id={is_present ? `launch-${slug}` : undefined}>
      <Logo name={name} src={logo_url} size={48} />
      <div class="stack product-text">
        <h2>
          <Product vote={vote} />
        </h2>
        <p class="quiet">
          {rich('{value} · voted {relativeTime}', {
            value: (
              <a href={weekPaths.week({ week: launch_week_on })}>{is_running ? t('This week') : <WeekText monday={launch_week_on} />}</a>
            ),
            relativeTime: <RelativeTime at={cast_at} />,
          })}{' '}
          ·{' '}
          <a href={ledgerPaths.receipt({ row_id: cast_seq })}>
            {t('Receipt')}
            <HiddenName name={name} />
          </a>
        </p>
        <p class={`pill pill-${state}`}>{STATE_LABELS[state]}</p>
        {explanation && <p>{explanation}</p>}
        {state === 'counted' && !in_week && <p class="quiet">{describeOutOfWeek()}</p>}
      </div>
      {is_present && state !== 'withdrawn' && (
        <Form action={listingPaths.withdrawVote({ slug })} hidden={{ back: accountPaths.votes({ page }) }} class="actions">
          <button class="button" type="submit">
            {t('Remove vote')}
            <HiddenName name={name} />
          </button>
        </Form>
      )}
    </li>
  );
};

export const view = (votes: Data) => (
  <div class="account">
    <header class="page-head">
      <h1>{t('Your votes')}</h1>
      <p class="lede">
        {rich(
          'Your votes and whether they count. You can remove a vote, but the results of past weeks don’t change. <link>How votes are counted</link>',
          { link: (text) => <a href={boardPaths.howRankingWorks()}>{text}</a> },
        )}
      </p>
    </header>
    <PagedList
      list={votes}
      href={(page) => accountPaths.votes({ page })}
      empty={
        <Empty title={t('No votes yet')}>
          <p>
            {rich('<link>See what launches this week</link> and vote for your favourites.', {
              link: (text) => <a href={weekPaths.week({ week: 'this' })}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      <ol class="rows records product-rows">
        {votes.items.map((vote) => (
          <VoteLine vote={vote} page={votes.page} />
        ))}
      </ol>
    </PagedList>
  </div>
);
