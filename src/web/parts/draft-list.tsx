import type { DraftSummary } from '../../modules/drafts/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { shortAddress } from '../wording.ts';
import { Meter } from './draft-meter.tsx';
import { Moment } from './moment.tsx';

const STATUSES: Record<DraftSummary['status'], string> = {
  crawling: 'Being read',
  drafting: 'Being drafted',
  ready: 'Ready to edit',
  submitted: 'Submitted',
  failed: 'Could not be read',
};

/** One's drafts: what each is of, how far it is, and when it was last touched. */
export const DraftList = ({ drafts, here, level }: { drafts: DraftSummary[]; here: Here; level: 2 | 3 }) => {
  const Heading = `h${level}` as 'h2';
  return (
    <ul class="draft-list">
      {drafts.map(({ id, url, name, status, completeness, updated_at }) => (
        <li>
          <div>
            <Heading>
              <a href={to.draft(id)} dir="auto">
                {name ?? shortAddress(url)}
              </a>
            </Heading>
            <p class="quiet">
              {name && (
                <>
                  <span dir="auto">{shortAddress(url)}</span> ·{' '}
                </>
              )}
              changed <Moment at={new Date(updated_at)} now={here.now} />
            </p>
          </div>
          <p class={`draft-status draft-status-${status}`}>{STATUSES[status]}</p>
          <Meter completeness={completeness} of="the profile" />
        </li>
      ))}
    </ul>
  );
};
