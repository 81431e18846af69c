import type { Ctx } from '../../kernel/context.ts';
import { Paging } from '../../kernel/schema.ts';
import { weekAt } from '../../kernel/week.ts';
import { listVotes, type OwnVote } from '../../modules/ballot/voter.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Form } from '../parts/form.tsx';
import { Logo } from '../parts/logo.tsx';
import { Moment } from '../parts/moment.tsx';
import { OfWhat } from '../parts/of-what.tsx';
import { Pages } from '../parts/pager.tsx';
import { Week } from '../parts/time.tsx';

export const load = (ctx: Ctx, _params: Params, query: Query) => listVotes(signedIn(ctx), asked(Paging, query).input);

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Your votes',
  description: 'What you voted for, and whether it counts.',
  canonical: to.votes(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

/** How a vote stands, in a word or two; why comes after it. */
const STATES: Record<OwnVote['state'], string> = {
  counted: 'Counts',
  held: 'Held back',
  uncounted: 'Does not count',
  withdrawn: 'Taken back',
};

const OUT_OF_WEEK = 'For all time; it was not cast in the week of this launch.';

const Product = ({ vote: { slug, name, is_public } }: { vote: OwnVote }) =>
  is_public ? (
    <a class="strong-link" href={to.listing(slug)} dir="auto">
      {name}
    </a>
  ) : (
    <span class="strong-link" dir="auto">
      {name}
    </span>
  );

const VoteLine = ({ vote, page, here }: { vote: OwnVote; page: number; here: Here }) => {
  const { slug, name, logo_url, launch_week_on, is_present, state, says, in_week, cast_at } = vote;
  const running = launch_week_on === weekAt(here.now, here.site.time_zone);
  return (
    // A launch of before has no place to come back to: the same product may stand here twice.
    <li id={is_present ? `launch-${slug}` : undefined}>
      <Logo name={name} src={logo_url} size={48} />
      <div class="kept-what">
        <h2>
          <Product vote={vote} />
        </h2>
        <p class="quiet">
          <a href={to.week(launch_week_on)}>{running ? 'This week' : <Week monday={launch_week_on} />}</a> · voted{' '}
          <Moment at={cast_at} now={here.now} />
        </p>
        <p class={`kept-state kept-state-${state}`}>{STATES[state]}</p>
        {says && <p>{says}</p>}
        {state === 'counted' && !in_week && <p class="quiet">{OUT_OF_WEEK}</p>}
      </div>
      {is_present && state !== 'withdrawn' && (
        <Form action={to.unvote(slug)} here={here} hidden={{ back: to.votes(page) }} class="kept-act">
          <button class="button" type="submit">
            Take it back
            <OfWhat name={name} />
          </button>
        </Form>
      )}
    </li>
  );
};

export const view = (votes: Data, here: Here) => (
  <div class="account">
    <header class="page-head">
      <h1>Your votes</h1>
      <p class="lede">
        What you voted for, and whether it counts. A vote can be taken back; the result of a week that is over stays as it is.{' '}
        <a href={to.ranking()}>How votes are counted</a>
      </p>
    </header>
    <Pages
      list={votes}
      href={to.votes}
      empty={
        <Empty title="You have not voted yet">
          <p>
            <a href={to.week('this')}>See what launches this week</a>, and vote for what you would like more people to know.
          </p>
        </Empty>
      }
    >
      <ol class="kept-list">
        {votes.items.map((vote) => (
          <VoteLine vote={vote} page={votes.page} here={here} />
        ))}
      </ol>
    </Pages>
  </div>
);
