import type { ListingEvent } from '../../modules/listings/history/queries.ts';
import type { PageContext } from '../server/page.ts';
import { Block } from './elements.tsx';
import { fieldName, RelativeTime } from './format.tsx';

const MOVES: Record<string, string> = {
  choose_free: 'Free plan chosen',
  badge_found: 'Badge found',
  week_missed: 'Moved to another week because the badge was missing',
  queue_left: 'Left the queue after three weeks without the badge',
  week_begins: 'Went live with its launch week',
  go_live_now: 'Went live',
  schedule_paid: 'Scheduled',
  relaunch: 'Launched again',
  remove: 'Removed by the site’s team',
  give_way: 'Withdrawn because someone else submitted the same website',
  merge: 'Merged into another listing by the site’s team',
  hide_unreachable: 'Hidden because the website doesn’t answer',
  website_answers: 'Back because the website answers again',
  waive_badge: 'Scheduled without the badge by the site’s team',
  want_badge: 'Badge required again by the site’s team',
  send_back: 'Removed from the queue by the site’s team',
  queue_again_awaiting_badge: 'Put back into the queue by the site’s team',
  queue_again_scheduled: 'Put back into the queue by the site’s team',
};

const SOURCES: Record<string, string> = {
  owner: 'Edited',
  another_site: 'Edited from another site',
  draft: 'Edited in the draft',
  restore: 'Earlier version restored',
  team: 'Edited by the site’s team',
  website: 'Updated from the website',
};

const EVENT_FORMATS: Record<ListingEvent['kind'], (what: string) => string> = {
  move: (what) => MOVES[what] ?? 'Restored',
  version: (what) => SOURCES[what] ?? 'Edited',
  update: (what) => `Update: ${what}`,
};

export const describeEvent = ({ kind, what, more }: Pick<ListingEvent, 'kind' | 'what' | 'more'>): string =>
  `${EVENT_FORMATS[kind](what)}${kind === 'version' && more.length ? `: ${more.map(fieldName).join(', ')}` : ''}`;

interface TimelineProps {
  events: ListingEvent[];
  created_at: string;
  context: PageContext;
}

/** What happened to a listing, newest first. */
export const Timeline = ({ events, created_at, context }: TimelineProps) => (
  <Block id="timeline" heading="Activity">
    <ol class="rows rows-tight">
      {events.map((event) => (
        <li>
          <p dir="auto">{describeEvent(event)}</p>
          <p class="quiet">
            <RelativeTime at={event.at} now={context.now} />
            {event.by && (
              <>
                {' '}
                by <bdi>{event.by}</bdi>
              </>
            )}
          </p>
        </li>
      ))}
      <li>
        <p>Created</p>
        <p class="quiet">
          <RelativeTime at={new Date(created_at)} now={context.now} />
        </p>
      </li>
    </ol>
  </Block>
);
