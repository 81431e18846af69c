import type { Ctx } from '../../kernel/context.ts';
import { PAGING, Strict } from '../../kernel/schema.ts';
import { judgedReviews, type ReviewToJudge, reviewsToJudge } from '../../modules/listings/review-moderation.ts';
import type { DecidedReview, JudgedReview } from '../../modules/listings/review-moderation-queries.ts';
import { to } from '../addresses.ts';
import { asked, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Form, InputField, Trouble } from '../parts/form.tsx';
import { DecidedList, sentAbout } from '../parts/judging.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pages, sayTotal } from '../parts/pager.tsx';
import { Prose } from '../parts/prose.tsx';
import { Stars } from '../parts/review-list.tsx';
import { Day } from '../parts/time.tsx';
import { counted } from '../wording.ts';

const DECIDE = '/admin/reviews/decide';
const UNDO = '/admin/reviews/undo';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(Strict(PAGING), query);
  const team = signedIn(ctx);
  const [waiting, decided] = await Promise.all([reviewsToJudge(team, input), judgedReviews(team)]);
  return { waiting, decided, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Reviews to look at',
  description: 'Reviews that are held back or were reported.',
  canonical: to.adminReviews(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

const DONE: Record<string, string> = {
  show: 'The review is shown.',
  keep: 'The review stays.',
  remove: 'The review is removed, and its author is told why.',
  undone: 'The decision is undone.',
};

const About = ({ review, here }: { review: JudgedReview; here: Here }) => (
  <>
    <p>
      <Stars rating={review.rating} /> of{' '}
      <a class="strong-link" href={to.reviews(review.slug)} dir="auto">
        {review.name}
      </a>
      , by <bdi>{review.author ?? 'a member'}</bdi> <Moment at={review.created_at} now={here.now} />
    </p>
    {review.account_created_at && (
      <p class="quiet">
        An account since <Day on={review.account_created_at.toISOString()} />, with an address at <bdi>{review.mail_host}</bdi>.
      </p>
    )}
    <blockquote class="judged">
      {review.title && (
        <p dir="auto">
          <strong>{review.title}</strong>
        </p>
      )}
      <Prose text={review.body} />
    </blockquote>
  </>
);

const Waiting = ({ review, here }: { review: ReviewToJudge; here: Here }) => {
  const sent = sentAbout(DECIDE, here, 'review_id', review.id);
  return (
    <li>
      <About review={review} here={here} />
      {review.says ? <p>Held: {review.says}</p> : <p>It is shown.</p>}
      {review.reports.length > 0 && (
        <ul>
          {review.reports.map((report) => (
            <li>
              <bdi>{report.by ?? 'A member'}</bdi>: <q dir="auto">{report.reason}</q>
            </li>
          ))}
        </ul>
      )}
      <Form action={DECIDE} here={here} hidden={{ review_id: String(review.id) }} class="form decide">
        <InputField
          id={`reason-${review.id}`}
          name="reason"
          label="Why, for the team and its author"
          form={sent}
          required
          maxlength={500}
        />
        <div class="decide-buttons">
          <button class="button" type="submit" name="decision" value={review.status === 'held' ? 'show' : 'keep'}>
            {review.status === 'held' ? 'Show it' : 'Leave it'}
          </button>
          <button class="button button-grave" type="submit" name="decision" value="remove">
            Remove it
          </button>
        </div>
      </Form>
    </li>
  );
};

const SAID: Record<DecidedReview['decision'], string> = { show: 'Shown', keep: 'Left', remove: 'Removed' };

const Decided = ({ review, here }: { review: DecidedReview; here: Here }) => (
  <li>
    <About review={review} here={here} />
    <p>
      {SAID[review.decision]} by <bdi>{review.by ?? 'somebody who has left'}</bdi> <Moment at={review.decided_at} now={here.now} />:{' '}
      <q dir="auto">{review.note}</q>
    </p>
    <form method="post" action={UNDO} class="decide">
      <input type="hidden" name="review_id" value={review.id} />
      <button class="button" type="submit">
        Undo<span class="unseen"> the decision about review {review.id}</span>
      </button>
    </form>
  </li>
);

export const view = ({ waiting, decided, done }: Data, here: Here) => (
  <div class="account">
    <header class="page-head">
      <h1>Reviews to look at</h1>
      <p class="lede">Held back by the rules, or reported by readers. Each decision can be undone.</p>
      <p>{sayTotal(waiting, (n) => counted(n, 'review'))} to decide about.</p>
    </header>
    {done && DONE[done] && (
      <p class="done" role="status">
        {DONE[done]}
      </p>
    )}
    {here.form?.message && here.form.action === UNDO && <Trouble>{here.form.message}</Trouble>}
    <Pages list={waiting} href={(page) => to.adminReviews({ page })} empty={<Empty title="Nothing waits for you." />}>
      <ul class="mails">
        {waiting.items.map((review) => (
          <Waiting review={review} here={here} />
        ))}
      </ul>
    </Pages>
    <DecidedList>
      {decided.map((review) => (
        <Decided review={review} here={here} />
      ))}
    </DecidedList>
  </div>
);
