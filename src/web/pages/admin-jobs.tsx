import type { Ctx } from '../../kernel/context.ts';
import { failedJobs } from '../../modules/team/retries.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { OfficeHead } from '../parts/admin-parts.tsx';
import { Empty } from '../parts/empty.tsx';
import { Form, sentTo } from '../parts/form.tsx';
import { Refused } from '../parts/judging.tsx';
import { Moment } from '../parts/moment.tsx';
import { counted, label } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({ jobs: await failedJobs(signedIn(ctx)), done: typed(query.done) });

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Jobs',
  description: 'What is done in the background and went wrong.',
  canonical: team.jobs(),
  index: false,
});

export const view = ({ jobs, done }: Data, here: Here) => (
  <>
    <OfficeHead
      title="Jobs"
      lede={
        <>
          What is done in the background, on all sites, and went wrong. Mail has{' '}
          <a href={team.mail({ status: 'failed' })}>a page of its own</a>.
        </>
      }
      done={done === 'retried' ? 'It is tried again at once.' : null}
    />
    <Refused sent={sentTo(team.retryJob(), here)} />
    {jobs.length === 0 ? (
      <Empty title="Everything went well." />
    ) : (
      <ul class="office-rows">
        {jobs.map((job) => (
          <li>
            <div>
              <p class="office-title" dir="auto">
                {label(job.task)}
              </p>
              <p class="quiet">
                Tried {counted(job.attempts, 'time')}, last <Moment at={job.updated_at} now={here.now} /> ·{' '}
                {job.given_up ? (
                  'given up'
                ) : (
                  <>
                    again <Moment at={job.run_at} now={here.now} />
                  </>
                )}
              </p>
              <p class="office-error" dir="auto">
                {job.last_error}
              </p>
            </div>
            <Form action={team.retryJob()} here={{ ...here, form: undefined }} hidden={{ id: job.id }}>
              <button class="button" type="submit">
                Try it again<span class="unseen">: job {job.id}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    )}
  </>
);
