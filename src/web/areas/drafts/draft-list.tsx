import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { Draft, DraftSummary } from '../../../modules/drafts/schema.ts';
import { draftPaths } from '../../paths.ts';
import { shortUrl } from '../../ui/format.tsx';
import { RelativeTime } from '../../ui/times.tsx';

export const CompletenessMeter = ({ completeness, of }: { completeness: number; of: string }) => (
  <span class="meter">
    <svg width="64" height="6" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="meter-all" width="100" height="6" />
      <rect class="meter-there" width={completeness} height="6" />
    </svg>
    <span>
      {completeness}%<span class="unseen"> {t('of {of} complete', { of })}</span>
    </span>
  </span>
);

export const draftName = ({ fields, url }: Draft): string => (typeof fields.name.value === 'string' ? fields.name.value : shortUrl(url));

const STATUSES: Record<DraftSummary['status'], string> = texts({
  crawling: msg('Reading website'),
  drafting: msg('Drafting'),
  ready: msg('Ready to edit'),
  submitted: msg('Submitted'),
  failed: msg('Website couldn’t be read'),
});

export const DraftList = ({ drafts, level }: { drafts: DraftSummary[]; level: 2 | 3 }) => {
  const Heading = `h${level}` as 'h2';
  return (
    <ul class="rows records draft-list">
      {drafts.map(({ id, url, name, status, completeness, updated_at }) => (
        <li>
          <div>
            <Heading class="card-name">
              <a href={draftPaths.draft({ uuid: id })} dir="auto">
                {name ?? shortUrl(url)}
              </a>
            </Heading>
            <p class="quiet">
              {name && (
                <>
                  <span dir="auto">{shortUrl(url)}</span> ·{' '}
                </>
              )}
              {rich('updated {relativeTime}', { relativeTime: <RelativeTime at={new Date(updated_at)} /> })}
            </p>
          </div>
          <p class={`draft-status draft-status-${status}`}>{STATUSES[status]}</p>
          <CompletenessMeter completeness={completeness} of={t('the profile')} />
        </li>
      ))}
    </ul>
  );
};
