import { Count, Day, Default, Instant, Named, Nullable, OneOf, T } from '../../kernel/schema.ts';
import { getSetup, testSetupStep } from '../setup/setup.ts';
import { DIGEST_STEP, MAIL_RECEIVED, STEPS } from '../setup/steps.ts';
import { getSiteNumbers } from '../stats/site/numbers.ts';
import { SITE_PERIODS } from '../stats/site/rules.ts';
import { teamRead } from './team-operation.ts';

const STATE = {
  status: OneOf(['ok', 'todo', 'warning', 'failed'], { description: 'How far it is.' }),
  found: T.String({ description: 'What was found.' }),
  advice: Nullable(T.String(), { description: 'What to do; null for nothing.' }),
};

export const get_setup = teamRead({
  path: '/setup',
  summary: 'What is left to do until the site can open',
  description: 'The steps from an empty site to an open one, in order.',
  output: Named('SetupState', {
    steps: T.Array(
      Named('SetupStep', {
        key: T.String({ description: 'For test_setup_step.' }),
        title: T.String({ description: 'Its name.' }),
        ...STATE,
        checked_at: Nullable(Instant(), { description: 'When it was tested; null if never.' }),
      }),
      { description: 'In order.' },
    ),
    finished_at: Nullable(Instant(), { description: 'When the team finished the setup; null before.' }),
  }),
  async read(ctx) {
    const { steps, finished_at } = await getSetup(ctx);
    return {
      steps: steps.map(({ key, title, state: { status, found, advice = null }, checked_at }) => ({
        key,
        title,
        status,
        found,
        advice,
        checked_at,
      })),
      finished_at,
    };
  },
});

/** People do those that send mail: it has to be seen. */
const TESTABLE = STEPS.map(({ key }) => key).filter((key) => key !== MAIL_RECEIVED && key !== DIGEST_STEP);

export const test_setup_step = teamRead({
  path: '/setup/{key}',
  summary: 'Test a step of the setup',
  description: 'Tests a step now, such as the domain, the mail server or payments, and keeps the result.',
  refusals: ['not_found'],
  input: { key: OneOf(TESTABLE) },
  output: Named('SetupFinding', STATE),
  example: { key: 'domain' },
  async read(ctx, { key }) {
    const { status, found, advice = null } = await testSetupStep(ctx, { key });
    return { status, found, advice };
  },
});

const Counts = {
  visitors: Count('Visitors, once a day.'),
  page_views: Count('Page views.'),
  sign_ups: Count('Sign-ups, without the team.'),
  submissions: Count('Websites submitted, without the team.'),
  imported: Count('Listings that the team imported.'),
  votes: Count('Votes that count.'),
  comments: Count('Public comments.'),
  orders: Count('Paid orders.'),
  revenue_cents: Count('Revenue without VAT, in cents.'),
  refunded_cents: Count('Refunds without VAT, in cents.'),
};
const NumberTotals = Named('NumberTotals', Counts);

export const get_numbers = teamRead({
  path: '/numbers',
  summary: 'Numbers of the site',
  description: 'Visits, sign-ups, submissions, votes and sales by day until today, how far submissions got, and searches without a result.',
  input: { period: Default(OneOf([...SITE_PERIODS], { description: 'In days.' }), '28') },
  output: Named('Numbers', {
    from: Day('First day.'),
    to: Day('Last day.'),
    totals: { ...NumberTotals, description: 'Of the period.' },
    previous: { ...NumberTotals, description: 'Of as many days before.' },
    days: T.Array(Named('NumberDay', { day: Day('The day.'), ...Counts }), { description: 'Every day.' }),
    funnel: {
      ...Named('SubmissionFunnel', {
        submitted: Count('Websites submitted.'),
        drafted: Count('With a draft.'),
        listed: Count('With a listing.'),
        scheduled: Count('In a launch week.'),
        paid: Count('Paid for.'),
      }),
      description: 'How far submissions of the period have come.',
    },
    missed: T.Array(
      Named('MissedSearch', { words: T.String({ description: 'What was searched.' }), searches: Count('By how many visitors.') }),
      {
        description: 'The most frequent searches without a result.',
      },
    ),
  }),
  example: { period: '28' },
  read: (ctx, { period }) => getSiteNumbers(ctx, period),
});
