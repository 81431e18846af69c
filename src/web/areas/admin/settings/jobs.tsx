import type { Ctx } from '../../../../kernel/context.ts';
import { listFailedJobs } from '../../../../modules/moderation/administration.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { Form, submittedTo } from '../../../ui/form.tsx';
import { humanize, pluralize, RelativeTime } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { AdminHeading, RefusalNotice } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  jobs: await listFailedJobs(requireSignedIn(ctx)),
  done: textParam(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Jobs',
  description: 'What is done in the background and went wrong.',
  canonical: adminPaths.jobs(),
  index: false,
});

export const view = ({ jobs, done }: Data, context: PageContext) => (
  <>
    <AdminHeading
      title="Jobs"
      lede={
        <>
          What is done in the background, on all sites, and went wrong. Mail has{' '}
          <a href={adminPaths.mails({ status: 'failed' })}>a page of its own</a>.
        </>
      }
      done={done === 'retried' ? 'It is tried again at once.' : null}
    />
    <RefusalNotice form={submittedTo(adminPaths.retryJob(), context)} />
    {jobs.length === 0 ? (
      <Empty title="Everything went well." />
    ) : (
      <ul class="rows rows-ruled rows-split">
        {jobs.map((job) => (
          <li>
            <div>
              <p class="office-title" dir="auto">
                {humanize(job.task)}
              </p>
              <p class="quiet">
                Tried {pluralize(job.attempts, 'time')}, last <RelativeTime at={job.updated_at} now={context.now} /> ·{' '}
                {job.given_up ? (
                  'given up'
                ) : (
                  <>
                    again <RelativeTime at={job.run_at} now={context.now} />
                  </>
                )}
              </p>
              <p class="field-error" dir="auto">
                {job.last_error}
              </p>
            </div>
            <Form action={adminPaths.retryJob()} context={{ ...context, form: undefined }} hidden={{ id: job.id }}>
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
