import { listFailedJobs } from '../../../../modules/moderation/administration.ts';
import { adminPaths } from '../../../paths.ts';
import { humanize, pluralize, RelativeTime } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RefusalNotice, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const jobsPage = adminPage({
  name: 'admin_jobs',
  path: adminPaths.jobs,
  for: 'admin',
  load: async (ctx) => ({ jobs: await listFailedJobs(ctx) }),
  title: 'Jobs',
  description: 'What is done in the background and went wrong.',
  lede: () => (
    <>
      What is done in the background, on all sites, and went wrong. Mail has{' '}
      <a href={adminPaths.mails({ status: 'failed' })}>a page of its own</a>.
    </>
  ),
  done: { retried: 'It is tried again at once.' },
  view: ({ jobs }, context) => (
    <>
      <RefusalNotice action={adminPaths.retryJob()} context={context} />
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
              <RowButton action={adminPaths.retryJob()} context={context} hidden={{ id: job.id }}>
                Try it again<span class="unseen">: job {job.id}</span>
              </RowButton>
            </li>
          ))}
        </ul>
      )}
    </>
  ),
});
