import type { ListingEvent } from '../../modules/listings/history/queries.ts';
import type { PageContext } from '../server/page.ts';
import { Block } from './elements.tsx';
import { fieldName, RelativeTime } from './format.tsx';

const MOVES: Record<string, string> = {
  choose_free: 'The free plan was chosen',
  badge_found: 'The badge was found',
  week_missed: 'Its week began without the badge, so it has another week',
  queue_left: 'Three weeks began without the badge, so it left the queue',
  week_begins: 'It went live with its week',
  go_live_now: 'It went live',
  schedule_paid: 'It was scheduled',
  relaunch: 'It launched again',
  remove: 'The site’s team took it down',
  give_way: 'Somebody else submitted the same website',
  merge: 'The site’s team merged it into another listing',
  waive_badge: 'The site’s team scheduled it without the badge',
  want_badge: 'The site’s team wants the badge after all',
  send_back: 'The site’s team took it out of the queue',
  queue_again_awaiting_badge: 'The site’s team put it into the queue again',
  queue_again_scheduled: 'The site’s team put it into the queue again',
};

const SOURCES: Record<string, string> = {
  owner: 'Edited',
  another_site: 'Edited from another site',
  draft: 'Edited in the draft',
  restore: 'An earlier version was restored',
  team: 'Edited by the site’s team',
};

const EVENT_FORMATS: Record<ListingEvent['kind'], (what: string) => string> = {
  move: (what) => MOVES[what] ?? 'It is back',
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
  <Block id="timeline" heading="What happened">
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
        <p>It was saved</p>
        <p class="quiet">
          <RelativeTime at={new Date(created_at)} now={context.now} />
        </p>
      </li>
    </ol>
  </Block>
);
