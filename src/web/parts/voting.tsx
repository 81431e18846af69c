import { createContext, type VNode } from 'preact';
import type { Vote } from '../../modules/ballot/vote.ts';
import type { ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import type { SentForm } from '../page.ts';
import { count } from '../wording.ts';
import { Icon } from './icon.tsx';

/** What every vote button of a page has to know. */
export interface Voting {
  signed_in: boolean;
  /** The reader's votes that stand, by slug. */
  votes: ReadonlyMap<string, Vote>;
  /** The page's own address, to come back to. */
  back: string;
  form?: SentForm;
}

const STRANGER: Voting = { signed_in: false, votes: new Map(), back: '/' };

export const VotingContext = createContext<Voting>(STRANGER);

/** A part that is told what the page knows of its reader's votes. */
const withVoting =
  <P extends object>(Part: (props: P & { voting: Voting }) => VNode) =>
  (props: P) => <VotingContext.Consumer>{(voting = STRANGER) => <Part {...props} voting={voting} />}</VotingContext.Consumer>;

/** Strangers sign in first, and come back to the product. */
const toSignIn = (slug: string): string => to.signIn(`${to.listing(slug)}#vote`);

export const Votes = ({ votes }: { votes: number }) => (
  <p class="votes">
    <strong>{count(votes)}</strong> {votes === 1 ? 'vote' : 'votes'}
  </p>
);

const Face = ({ name, votes, voted }: { name: string; votes: number; voted: boolean }) => (
  <>
    <Icon name={voted ? 'check' : 'up'} size={14} />
    <span class="unseen">
      {voted ? 'Take back your vote for' : 'Vote for'} <bdi>{name}</bdi>:
    </span>
    <strong>{count(votes)}</strong>
    <span>{votes === 1 ? 'vote' : 'votes'}</span>
  </>
);

interface VoteOnCardProps {
  listing: ListingSummary;
  /** The votes of its week, where these are meant. */
  shown?: number;
}

/** A launch's votes in a list, as the button that adds one's own and takes it back. */
export const VoteOnCard = withVoting<VoteOnCardProps>(({ listing: { slug, name, votes }, shown = votes, voting }) => {
  const { signed_in, votes: mine, back } = voting;
  const vote = mine.get(slug);
  if (!signed_in)
    return (
      <a class="vote" href={toSignIn(slug)} rel="nofollow">
        <Face name={name} votes={shown} voted={false} />
      </a>
    );
  return (
    <form method="post" action={vote ? to.unvote(slug) : to.vote(slug)} class="vote-form">
      <input type="hidden" name="back" value={back} />
      <button class={vote ? `vote vote-${vote.state}` : 'vote'} type="submit">
        <Face name={name} votes={shown} voted={vote !== undefined} />
      </button>
      {vote?.state === 'uncounted' && (
        <a class="vote-why" href={`${to.listing(slug)}#vote`}>
          not counted
        </a>
      )}
    </form>
  );
});

const Standing = ({ vote }: { vote: Vote }) =>
  vote.state === 'counted' ? (
    <p class="vote-note" role="status">
      You voted, and it counts{vote.in_week ? ' for its week.' : ' for all time: its launch week is not the running one.'}
    </p>
  ) : (
    <p class="vote-note vote-note-held" role="status">
      <strong>You voted, but it does not count.</strong> {vote.says} <a href={to.ranking()}>How votes are counted</a>
    </p>
  );

/** A product's votes on its own page: how many, one's own, and whether that counts. */
export const VoteBox = withVoting<{ listing: ListingSummary }>(({ listing: { slug, name, votes }, voting }) => {
  const { signed_in, votes: mine, form } = voting;
  const vote = mine.get(slug);
  const action = vote ? to.unvote(slug) : to.vote(slug);
  return (
    <div class="vote-box" id="vote">
      <div class="vote-row">
        <Votes votes={votes} />
        {signed_in ? (
          <form method="post" action={action}>
            <button class={vote ? 'button' : 'button button-vote'} type="submit">
              {!vote && <Icon name="up" size={14} />}
              {vote ? 'Take it back' : 'Vote'}
              <span class="unseen">
                {' '}
                for <bdi>{name}</bdi>
              </span>
            </button>
          </form>
        ) : (
          <a class="button button-vote" href={toSignIn(slug)} rel="nofollow">
            <Icon name="up" size={14} />
            Vote
            <span class="unseen">
              {' '}
              for <bdi>{name}</bdi>
            </span>
          </a>
        )}
      </div>
      {vote && <Standing vote={vote} />}
      {form?.message && [to.vote(slug), to.unvote(slug)].includes(form.action) && (
        <p class="form-trouble" role="alert">
          {form.message}
        </p>
      )}
    </div>
  );
});
