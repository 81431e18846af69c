import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { listFailedJobs } from '../../../../modules/moderation/administration.ts';
import { adminPaths } from '../../../paths.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { RefusalNotice, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const jobsPage = adminPage({
  name: 'admin_jobs',
  path: adminPaths.jobs,
  for: 'admin',
  load: async (ctx) => ({ jobs: await listFailedJobs(ctx) }),
  title: msg('Jobs'),
  description: msg('Background jobs that failed.'),
  lede: () => (
    <>
      {rich('Background jobs on all sites that failed. Email has <link>its own page</link>.', {
        link: (text) => <a href={adminPaths.mails({ status: 'failed' })}>{text}</a>,
      })}
    </>
  ),
  done: { retried: msg('Retrying now.') },
  view: ({ jobs }) => (
    <>
      <RefusalNotice action={adminPaths.retryJob()} />
      {jobs.length === 0 ? (
        <Empty title={t('No failed jobs.')} />
      ) : (
        <ul class="rows rows-ruled rows-split">
          {jobs.map((job) => (
            <li>
              <div>
                <p class="office-title">
                  <code>{job.task}</code>
                </p>
                <p class="quiet">
                  {rich('{n, plural, one {Tried once} other {Tried # times}}, last {time}', {
                    n: job.attempts,
                    time: <RelativeTime at={job.updated_at} />,
                  })}{' '}
                  · {job.given_up ? t('won’t be retried') : rich('next try {time}', { time: <RelativeTime at={job.run_at} /> })}
                </p>
                <p class="field-error" dir="auto">
                  {job.last_error}
                </p>
              </div>
              <RowButton action={adminPaths.retryJob()} hidden={{ id: job.id }}>
                {t('Retry')}
                <HiddenName name={t('job {id}', { id: job.id })} />
              </RowButton>
            </li>
          ))}
        </ul>
      )}
    </>
  ),
});
