import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { PAGING, T } from '../../../../kernel/schema.ts';
import { type HeldVote, listDecidedVotes, listHeldVotes } from '../../../../modules/votes/team/decisions.ts';
import type { DecidedVote, VoteForReview } from '../../../../modules/votes/team/queries.ts';
import { adminPaths, boardPaths, listingPaths } from '../../../paths.ts';
import { Form, InputField } from '../../../ui/form.tsx';
import { WeekText } from '../../../ui/format.tsx';
import { Empty, formatTotal, PagedList } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { Confirmation, DecidedList, submittedAbout } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { describeDecision } from '../votes/launch-votes.tsx';

const AGES: [ms: number, describe: (n: number) => string][] = [
  [86_400_000, (n) => t('{n, plural, one {# day} other {# days}}', { n })],
  [3_600_000, (n) => t('{n, plural, one {# hour} other {# hours}}', { n })],
  [60_000, (n) => t('{n, plural, one {# minute} other {# minutes}}', { n })],
];

/** Age in the largest full unit, such as "3 hours". */
const formatAge = (created_at: Date, at: Date): string => {
  const age = Math.max(0, at.getTime() - created_at.getTime());
  const [size, describe] = AGES.find(([ms]) => age >= ms) ?? AGES.at(-1)!;
  return describe(Math.floor(age / size));
};

const VoteSummary = ({ vote }: { vote: VoteForReview }) => (
  <p class="quiet">
    {rich('Row {row}, voter {voter}, cast {time} {in_week, select, yes {during its week} other {after its week}}.', {
      row: String(vote.seq),
      voter: String(vote.voter_id),
      time: <RelativeTime at={vote.cast_at} />,
      in_week: vote.in_week ? 'yes' : 'no',
    })}{' '}
    {vote.account_created_at
      ? rich('The account was {age} old, email at {host}.', {
          age: formatAge(vote.account_created_at, vote.cast_at),
          host: <bdi>{vote.mail_host}</bdi>,
        })
      : t('The account was deleted.')}{' '}
    {vote.network && rich('Network {network}.', { network: <code>{vote.network}</code> })}
  </p>
);

const Product = ({ vote }: { vote: VoteForReview }) => (
  <p>
    <a class="strong-link" href={listingPaths.listing({ slug: vote.slug })} dir="auto">
      {vote.name}
    </a>
    , <WeekText monday={vote.launch_week_on} />. <a href={adminPaths.launchVotes({ id: vote.listing_id })}>{t('All votes as a picture')}</a>
  </p>
);

const HeldVoteItem = ({ vote }: { vote: HeldVote }) => {
  const submitted = submittedAbout(adminPaths.decideVote(), 'seq', vote.seq);
  return (
    <li>
      <Product vote={vote} />
      <p>{vote.explanation}</p>
      <VoteSummary vote={vote} />
      <Form action={adminPaths.decideVote()} hidden={{ seq: String(vote.seq) }} class="form decide">
        <InputField id={`note-${vote.seq}`} name="note" label={t('Reason (only for the team)')} form={submitted} required maxlength={500} />
        {vote.similar_votes > 1 && (
          <div class="choice">
            <input id={`alike-${vote.seq}`} type="checkbox" name="alike" checked={submitted?.values.alike === 'on'} />
            <label for={`alike-${vote.seq}`}>
              {t('All {n} votes from the same source, including counted ones', { n: vote.similar_votes })}
            </label>
          </div>
        )}
        <div class="actions">
          <button class="button" type="submit" name="counts" value="yes">
            {t('Count')}
          </button>
          <button class="button button-grave" type="submit" name="counts" value="no">
            {t('Don’t count')}
          </button>
        </div>
      </Form>
    </li>
  );
};

const DecidedVoteItem = ({ vote }: { vote: DecidedVote }) => (
  <li>
    <Product vote={vote} />
    <p>
      {rich('{decision, select, counted {Counted} other {Not counted}}, by {by} {time}: {note}', {
        decision: vote.decision,
        by: <bdi>{vote.by ?? t('a deleted account')}</bdi>,
        time: <RelativeTime at={vote.decided_at} />,
        note: <q dir="auto">{vote.note}</q>,
      })}
    </p>
    <VoteSummary vote={vote} />
    <form method="post" action={adminPaths.decideVote()} class="decide">
      <input type="hidden" name="seq" value={vote.seq} />
      <input type="hidden" name="note" value="Undone" />
      <button class="button" type="submit" name="counts" value={vote.decision === 'counted' ? 'no' : 'yes'}>
        {rich('Undo<unseen> the decision about row {row}</unseen>', {
          row: String(vote.seq),
          unseen: (text) => <span class="unseen">{text}</span>,
        })}
      </button>
    </form>
  </li>
);

export const votesPage = adminPage({
  name: 'admin_votes',
  path: adminPaths.votes,
  query: { ...PAGING, changed: T.Optional(T.String()) },
  async load(ctx, { changed, ...paging }) {
    const [held, decided] = await Promise.all([listHeldVotes(ctx, paging), listDecidedVotes(ctx)]);
    return { held, decided, changed: Number(changed ?? 0) || 0 };
  },
  title: msg('Held votes'),
  description: msg('Votes held for review.'),
  has_own_heading: true,
  view: ({ held, decided, done, changed }) => (
    <div class="account">
      <header class="page-head">
        <h1>{t('Held votes')}</h1>
        <p class="lede">{t('Our rules held these votes. They don’t count until you approve them. You can undo each decision.')}</p>
        <p>
          {t('To review: {total}.', { total: formatTotal(held, (n) => t('{n, plural, one {# vote} other {# votes}}', { n })) })}{' '}
          <a href={boardPaths.howRankingWorks()}>{t('Public description of the rules')}</a>
        </p>
      </header>
      <Confirmation text={done && describeDecision(done, changed)} />
      <PagedList list={held} href={(page) => adminPaths.votes({ page })} empty={<Empty title={t('All done. Nothing to review.')} />}>
        <ul class="rows">
          {held.items.map((vote) => (
            <HeldVoteItem vote={vote} />
          ))}
        </ul>
      </PagedList>
      <DecidedList>
        {decided.map((vote) => (
          <DecidedVoteItem vote={vote} />
        ))}
      </DecidedList>
    </div>
  ),
});
