import { createContext, type VNode } from 'preact';
import { rich, t } from '../../kernel/language/messages.ts';
import type { ListingSummary } from '../../modules/listings/schema.ts';
import type { Vote } from '../../modules/votes/votes.ts';
import { boardPaths, listingPaths } from '../paths.ts';
import type { SubmittedForm } from '../server/page.ts';
import { Icon } from './elements.tsx';
import { formatCount } from './format.tsx';

/** What every vote button on a page needs. */
interface VotingState {
  /** The reader's current votes, by slug. */
  votes: ReadonlyMap<string, Vote>;
  /** Slugs of the listings that the reader owns or co-founded and so cannot vote for. */
  own: ReadonlySet<string>;
  /** The page's own address, to return to. */
  back: string;
  form?: SubmittedForm;
}

const NO_VOTES: VotingState = { votes: new Map(), own: new Set(), back: '/' };

export const VotingContext = createContext<VotingState>(NO_VOTES);

/** A component that gets the page's voting state. */
const withVoting =
  <P extends object>(Component: (props: P & { voting: VotingState }) => VNode) =>
  (props: P) => <VotingContext.Consumer>{(voting = NO_VOTES) => <Component {...props} voting={voting} />}</VotingContext.Consumer>;

export const VoteCount = ({ votes }: { votes: number }) => (
  <p class="votes">
    <strong>{formatCount(votes)}</strong> {t('{votes, plural, one {vote} other {votes}}', { votes })}
  </p>
);

const announcementOf = (name: string, votes: number, vote: Vote | undefined): string => {
  if (vote?.state === 'uncounted') return t('Your vote for {name} isn’t counted.', { name });
  return vote
    ? t('You voted for {name}. {votes, plural, one {# vote} other {# votes}}.', { name, votes })
    : t('You removed your vote for {name}. {votes, plural, one {# vote} other {# votes}}.', { name, votes });
};

/** The part of a page that in-place.js replaces after a vote, and what it then announces. */
const votePart = (slug: string, name: string, votes: number, vote: Vote | undefined) => ({
  'data-part': `vote-${slug}`,
  'data-says': announcementOf(name, votes, vote),
});

const CastLabel = ({ name, votes }: { name: string; votes: number }) => (
  <>
    <Icon name="up" size={14} />
    <span class="unseen">{rich('Vote for {name}:', { name: <bdi>{name}</bdi> })}</span>
    <strong>{formatCount(votes)}</strong>
    <span>{t('{votes, plural, one {vote} other {votes}}', { votes })}</span>
  </>
);

/** Says "Voted", and "Remove" while the button is hovered or focused. */
const RemoveLabel = ({ name, votes }: { name: string; votes: number }) => (
  <>
    <Icon name="check" size={14} />
    <span class="unseen">{rich('Remove your vote for {name}:', { name: <bdi>{name}</bdi> })}</span>
    <strong>{formatCount(votes)}</strong>
    <span class="unseen">{t('{votes, plural, one {vote} other {votes}}', { votes })}</span>
    <span class="vote-word" aria-hidden="true">
      <span>{t('Voted')}</span>
      <span>{t('Remove')}</span>
    </span>
  </>
);

interface VoteOnCardProps {
  listing: ListingSummary;
  /** The votes in the launch week, where the card shows these. */
  shown?: number;
}

/** A launch's vote count in a list, as a button that adds or removes the reader's vote. Owners see only the count. A visitor's vote waits for the sign-in. */
export const VoteOnCard = withVoting<VoteOnCardProps>(({ listing: { slug, name, votes }, shown = votes, voting }) => {
  const { votes: own_votes, own, back } = voting;
  const vote = own_votes.get(slug);
  if (own.has(slug) && !vote) return <VoteCount votes={shown} />;
  return (
    <form
      method="post"
      action={vote ? listingPaths.withdrawVote({ slug }) : listingPaths.vote({ slug })}
      class="vote-form"
      data-in-place
      data-referrer={vote ? undefined : ''}
      {...votePart(slug, name, shown, vote)}
    >
      <input type="hidden" name="back" value={back} />
      <button class={vote ? `vote vote-${vote.state}` : 'vote'} type="submit">
        {vote ? <RemoveLabel name={name} votes={shown} /> : <CastLabel name={name} votes={shown} />}
      </button>
      {vote?.state === 'uncounted' && (
        <a class="vote-why" href={`${listingPaths.listing({ slug })}#vote`}>
          {t('Not counted')}
        </a>
      )}
    </form>
  );
});

const VoteStatus = ({ vote }: { vote: Vote }) =>
  vote.state === 'counted' ? (
    <p class="vote-note" role="status">
      {vote.in_week
        ? t('Your vote counts for this launch week.')
        : t('Your vote counts towards the all-time total. This launch’s week is over.')}
    </p>
  ) : (
    <p class="vote-note vote-note-held" role="status">
      <strong>{t('Your vote isn’t counted.')}</strong> {vote.explanation}{' '}
      <a href={boardPaths.howRankingWorks()}>{t('How votes are counted')}</a>
    </p>
  );

const HiddenFor = ({ name }: { name: string }) => <span class="unseen"> {rich('for {name}', { name: <bdi>{name}</bdi> })}</span>;

const CastButton = ({ slug, name }: { slug: string; name: string }) => (
  <form method="post" action={listingPaths.vote({ slug })} data-in-place data-referrer>
    <button class="button button-vote" type="submit">
      <Icon name="up" size={14} />
      {t('Vote')}
      <HiddenFor name={name} />
    </button>
  </form>
);

const Voted = ({ slug, name }: { slug: string; name: string }) => (
  <form method="post" action={listingPaths.withdrawVote({ slug })} class="voted" data-in-place>
    <span class="voted-mark">
      <Icon name="check" size={16} />
      {t('Voted')}
    </span>
    <button class="button-quiet" type="submit">
      {t('Remove vote')}
      <HiddenFor name={name} />
    </button>
  </form>
);

/** The votes on a product's own page: the count, the reader's vote, and whether it counts. Owners see only the count. */
export const VoteBox = withVoting<{ listing: ListingSummary }>(({ listing: { slug, name, votes }, voting }) => {
  const { votes: own_votes, own, form } = voting;
  const vote = own_votes.get(slug);
  return (
    <div class="stack vote-box" id="vote" {...votePart(slug, name, votes, vote)}>
      <div class="vote-row">
        <VoteCount votes={votes} />
        {vote && <Voted slug={slug} name={name} />}
        {!vote && !own.has(slug) && <CastButton slug={slug} name={name} />}
      </div>
      {vote && <VoteStatus vote={vote} />}
      {form?.message && [listingPaths.vote({ slug }), listingPaths.withdrawVote({ slug })].includes(form.action) && (
        <p class="form-trouble" role="alert">
          {form.message}
        </p>
      )}
    </div>
  );
});
