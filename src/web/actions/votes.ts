import { OneOf, RequiredText, Slug, Strict, T } from '../../kernel/schema.ts';
import { pathHere } from '../../modules/accounts/rules.ts';
import { decideVote } from '../../modules/ballot/decision.ts';
import { castVote, type Vote, withdrawVote } from '../../modules/ballot/vote.ts';
import { to } from '../addresses.ts';
import { ID } from './account.ts';
import { memberAction, teamAction } from './action.ts';

const VOTE = Strict({ slug: Slug('The listing.'), back: T.Optional(T.String({ maxLength: 2000 })) });

/** Back to the list the button stood in; where there is something to say about the vote, to the product, which says it. */
const whereTo = ({ slug, back }: { slug: string; back?: string }, vote: Vote): string => {
  const path = pathHere(back);
  if (vote.state === 'uncounted' || !path || path === to.listing(slug)) return `${to.listing(slug)}#vote`;
  return `${path.replace(/#.*$/, '')}#launch-${slug}`;
};

export const VOTE_ACTIONS = [
  memberAction({
    path: '/listings/:slug/vote',
    page: 'listing',
    input: VOTE,
    async run(ctx, input, sender) {
      return { go_to: whereTo(input, await castVote(ctx, input, sender)) };
    },
  }),
  memberAction({
    path: '/listings/:slug/vote/take-back',
    page: 'listing',
    input: VOTE,
    async run(ctx, input) {
      return { go_to: whereTo(input, await withdrawVote(ctx, input)) };
    },
  }),
  teamAction({
    path: '/admin/votes/decide',
    page: 'admin_votes',
    input: Strict({ seq: ID, counts: OneOf(['yes', 'no']), note: RequiredText(500), alike: T.Optional(OneOf(['on'])) }),
    async run(ctx, { seq, counts, note, alike }) {
      const { changed } = await decideVote(ctx, { seq: Number(seq), counts: counts === 'yes', note, alike: alike === 'on' });
      return { go_to: to.adminVotes({ done: counts === 'yes' ? 'counted' : 'uncounted', changed }) };
    },
  }),
];
