import { createContext, type VNode } from 'preact';
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
  /** The page's own address, to return to. */
  back: string;
  form?: SubmittedForm;
}

const SIGNED_OUT: VotingState = { votes: new Map(), back: '/' };

export const VotingContext = createContext<VotingState>(SIGNED_OUT);

/** A component that gets the page's voting state. */
const withVoting =
  <P extends object>(Component: (props: P & { voting: VotingState }) => VNode) =>
  (props: P) => <VotingContext.Consumer>{(voting = SIGNED_OUT) => <Component {...props} voting={voting} />}</VotingContext.Consumer>;

export const VoteCount = ({ votes }: { votes: number }) => (
  <p class="votes">
    <strong>{formatCount(votes)}</strong> {votes === 1 ? 'vote' : 'votes'}
  </p>
);

const VoteLabel = ({ name, votes, voted }: { name: string; votes: number; voted: boolean }) => (
  <>
    <Icon name={voted ? 'check' : 'up'} size={14} />
    <span class="unseen">
      {voted ? 'Take back your vote for' : 'Vote for'} <bdi>{name}</bdi>:
    </span>
    <strong>{formatCount(votes)}</strong>
    <span>{votes === 1 ? 'vote' : 'votes'}</span>
  </>
);

interface VoteOnCardProps {
  listing: ListingSummary;
  /** The votes in the launch week, where the card shows these. */
  shown?: number;
}

/** A launch's vote count in a list, as a button that adds or removes the reader's vote. A visitor's vote waits for the sign-in. */
export const VoteOnCard = withVoting<VoteOnCardProps>(({ listing: { slug, name, votes }, shown = votes, voting }) => {
  const { votes: own_votes, back } = voting;
  const vote = own_votes.get(slug);
  return (
    <form method="post" action={vote ? listingPaths.withdrawVote({ slug }) : listingPaths.vote({ slug })} class="vote-form">
      <input type="hidden" name="back" value={back} />
      <button class={vote ? `vote vote-${vote.state}` : 'vote'} type="submit">
        <VoteLabel name={name} votes={shown} voted={vote !== undefined} />
      </button>
      {vote?.state === 'uncounted' && (
        <a class="vote-why" href={`${listingPaths.listing({ slug })}#vote`}>
          not counted
        </a>
      )}
    </form>
  );
});

const VoteStatus = ({ vote }: { vote: Vote }) =>
  vote.state === 'counted' ? (
    <p class="vote-note" role="status">
      You voted, and it counts{vote.in_week ? ' for its week.' : ' for all time: its launch week is not the running one.'}
    </p>
  ) : (
    <p class="vote-note vote-note-held" role="status">
      <strong>You voted, but it does not count.</strong> {vote.explanation} <a href={boardPaths.howRankingWorks()}>How votes are counted</a>
    </p>
  );

const HiddenFor = ({ name }: { name: string }) => (
  <span class="unseen">
    {' '}
    for <bdi>{name}</bdi>
  </span>
);

/** The votes on a product's own page: the count, the reader's vote, and whether it counts. */
export const VoteBox = withVoting<{ listing: ListingSummary }>(({ listing: { slug, name, votes }, voting }) => {
  const { votes: own_votes, form } = voting;
  const vote = own_votes.get(slug);
  const action = vote ? listingPaths.withdrawVote({ slug }) : listingPaths.vote({ slug });
  return (
    <div class="stack vote-box" id="vote">
      <div class="vote-row">
        <VoteCount votes={votes} />
        <form method="post" action={action}>
          <button class={vote ? 'button' : 'button button-vote'} type="submit">
            {!vote && <Icon name="up" size={14} />}
            {vote ? 'Take it back' : 'Vote'}
            <HiddenFor name={name} />
          </button>
        </form>
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
