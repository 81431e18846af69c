import { listFailedJobs } from '../../../../modules/moderation/administration.ts';
import { adminPaths } from '../../../paths.ts';
import { humanize, pluralize } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { RefusalNotice, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const jobsPage = adminPage({
  name: 'admin_jobs',
  path: adminPaths.jobs,
  for: 'admin',
  load: async (ctx) => ({ jobs: await listFailedJobs(ctx) }),
  title: 'Jobs',
  description: 'Background jobs that failed.',
  lede: () => (
    <>
      Background jobs on all sites that failed. Email has <a href={adminPaths.mails({ status: 'failed' })}>its own page</a>.
    </>
  ),
  done: { retried: 'Retrying now.' },
  view: ({ jobs }, context) => (
    <>
      <RefusalNotice action={adminPaths.retryJob()} context={context} />
      {jobs.length === 0 ? (
        <Empty title="No failed jobs." />
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
                    'won’t be retried'
                  ) : (
                    <>
                      next try <RelativeTime at={job.run_at} now={context.now} />
                    </>
                  )}
                </p>
                <p class="field-error" dir="auto">
                  {job.last_error}
                </p>
              </div>
              <RowButton action={adminPaths.retryJob()} context={context} hidden={{ id: job.id }}>
                Retry<span class="unseen">: job {job.id}</span>
              </RowButton>
            </li>
          ))}
        </ul>
      )}
    </>
  ),
});
