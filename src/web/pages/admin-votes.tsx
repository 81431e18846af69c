import type { Ctx } from '../../kernel/context.ts';
import { PAGING, Strict } from '../../kernel/schema.ts';
import { decidedVotes, type HeldVote, heldVotes } from '../../modules/ballot/decision.ts';
import type { DecidedVote, JudgedVote } from '../../modules/ballot/decision-queries.ts';
import { to } from '../addresses.ts';
import { asked, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Form, InputField } from '../parts/form.tsx';
import { DecidedList, sentAbout } from '../parts/judging.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pages, sayTotal } from '../parts/pager.tsx';
import { Week } from '../parts/time.tsx';
import { counted } from '../wording.ts';

const DECIDE = '/admin/votes/decide';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(Strict(PAGING), query);
  const team = signedIn(ctx);
  const [held, decided] = await Promise.all([heldVotes(team, input), decidedVotes(team)]);
  const changed = Number(typed(query.changed) ?? 0) || 0;
  return { held, decided, done: typed(query.done), changed };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Held votes',
  description: 'Votes that are held back and wait for a person to decide.',
  canonical: to.adminVotes(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

const DONE: Record<string, (n: number) => string> = {
  counted: (n) => `${counted(n, 'vote counts', 'votes count')} now.`,
  uncounted: (n) => `${counted(n, 'vote is', 'votes are')} left out.`,
};

const AGES: [ms: number, one: string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** 3 hours: how old something was. */
const sayAge = (made: Date, at: Date): string => {
  const age = Math.max(0, at.getTime() - made.getTime());
  const [size, one] = AGES.find(([ms]) => age >= ms) ?? AGES.at(-1)!;
  return counted(Math.floor(age / size), one);
};

const About = ({ vote, here }: { vote: JudgedVote; here: Here }) => (
  <p class="quiet">
    Row {vote.seq}, voter {vote.voter_id}, cast <Moment at={vote.cast_at} now={here.now} />
    {vote.in_week ? ' inside its week' : ' after its week'}.{' '}
    {vote.account_created_at ? (
      <>
        The account was {sayAge(vote.account_created_at, vote.cast_at)} old, with an address at <bdi>{vote.mail_host}</bdi>.
      </>
    ) : (
      'No account is behind it any more.'
    )}{' '}
    {vote.network && (
      <>
        Network <code>{vote.network}</code>.
      </>
    )}
  </p>
);

const Product = ({ vote }: { vote: JudgedVote }) => (
  <p>
    <a class="strong-link" href={to.listing(vote.slug)} dir="auto">
      {vote.name}
    </a>
    , <Week monday={vote.launch_week_on} />
  </p>
);

const Held = ({ vote, here }: { vote: HeldVote; here: Here }) => {
  const sent = sentAbout(DECIDE, here, 'seq', vote.seq);
  return (
    <li>
      <Product vote={vote} />
      <p>{vote.says}</p>
      <About vote={vote} here={here} />
      <Form action={DECIDE} here={here} hidden={{ seq: String(vote.seq) }} class="form decide">
        <InputField id={`note-${vote.seq}`} name="note" label="Why, for the team" form={sent} required maxlength={500} />
        {vote.alike > 1 && (
          <div class="choice">
            <input id={`alike-${vote.seq}`} type="checkbox" name="alike" checked={sent?.values.alike === 'on'} />
            <label for={`alike-${vote.seq}`}>All {vote.alike} that came as this one did, also those that count</label>
          </div>
        )}
        <div class="decide-buttons">
          <button class="button" type="submit" name="counts" value="yes">
            Count it
          </button>
          <button class="button button-grave" type="submit" name="counts" value="no">
            Leave it out
          </button>
        </div>
      </Form>
    </li>
  );
};

const Decided = ({ vote, here }: { vote: DecidedVote; here: Here }) => (
  <li>
    <Product vote={vote} />
    <p>
      {vote.decision === 'counted' ? 'Counts' : 'Left out'}, by <bdi>{vote.by ?? 'somebody who has left'}</bdi>{' '}
      <Moment at={vote.decided_at} now={here.now} />: <q dir="auto">{vote.note}</q>
    </p>
    <About vote={vote} here={here} />
    <form method="post" action={DECIDE} class="decide">
      <input type="hidden" name="seq" value={vote.seq} />
      <input type="hidden" name="note" value="Undone" />
      <button class="button" type="submit" name="counts" value={vote.decision === 'counted' ? 'no' : 'yes'}>
        Undo<span class="unseen"> the decision about row {vote.seq}</span>
      </button>
    </form>
  </li>
);

export const view = ({ held, decided, done, changed }: Data, here: Here) => (
  <div class="account">
    <header class="page-head">
      <h1>Held votes</h1>
      <p class="lede">The rules held these back. They do not count until you say so, and each decision can be undone.</p>
      <p>
        {sayTotal(held, (n) => counted(n, 'vote'))} to decide about. <a href={to.ranking()}>What everybody is told about the rules</a>
      </p>
    </header>
    {done && DONE[done] && (
      <p class="done" role="status">
        {DONE[done](changed)}
      </p>
    )}
    <Pages list={held} href={(page) => to.adminVotes({ page })} empty={<Empty title="Nothing waits for you." />}>
      <ul class="mails">
        {held.items.map((vote) => (
          <Held vote={vote} here={here} />
        ))}
      </ul>
    </Pages>
    <DecidedList>
      {decided.map((vote) => (
        <Decided vote={vote} here={here} />
      ))}
    </DecidedList>
  </div>
);
