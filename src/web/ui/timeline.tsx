import { msg, rich, t, texts } from '../../kernel/language/messages.ts';
import type { ListingEvent } from '../../modules/listings/history/queries.ts';
import { Block } from './elements.tsx';
import { fieldName } from './format.tsx';
import { RelativeTime } from './times.tsx';

const MOVES: Record<string, string> = texts({
  choose_free: msg('Free plan chosen'),
  badge_found: msg('Badge found'),
  week_missed: msg('Moved to another week because the badge was missing'),
  queue_left: msg('Left the queue after three weeks without the badge'),
  week_begins: msg('Went live with its launch week'),
  go_live_now: msg('Went live'),
  schedule_paid: msg('Scheduled'),
  relaunch: msg('Launched again'),
  remove: msg('Removed by the site’s team'),
  give_way: msg('Withdrawn because someone else submitted the same website'),
  merge: msg('Merged into another listing by the site’s team'),
  hide_unreachable: msg('Hidden because the website doesn’t answer'),
  website_answers: msg('Back because the website answers again'),
  waive_badge: msg('Scheduled without the badge by the site’s team'),
  want_badge: msg('Badge required again by the site’s team'),
  send_back: msg('Removed from the queue by the site’s team'),
  queue_again_awaiting_badge: msg('Put back into the queue by the site’s team'),
  queue_again_scheduled: msg('Put back into the queue by the site’s team'),
});

const SOURCES: Record<string, string> = texts({
  owner: msg('Edited'),
  another_site: msg('Edited from another site'),
  draft: msg('Edited in the draft'),
  restore: msg('Earlier version restored'),
  team: msg('Edited by the site’s team'),
  website: msg('Updated from the website'),
});

const EVENT_FORMATS: Record<ListingEvent['kind'], (what: string) => string> = {
  move: (what) => MOVES[what] ?? t('Restored'),
  version: (what) => SOURCES[what] ?? t('Edited'),
  update: (what) => t('Update: {what}', { what }),
};

export const describeEvent = ({ kind, what, more }: Pick<ListingEvent, 'kind' | 'what' | 'more'>): string =>
  `${EVENT_FORMATS[kind](what)}${kind === 'version' && more.length ? `: ${more.map(fieldName).join(', ')}` : ''}`;

interface TimelineProps {
  events: ListingEvent[];
  created_at: string;
}

/** What happened to a listing, newest first. */
export const Timeline = ({ events, created_at }: TimelineProps) => (
  <Block id="timeline" heading={t('Activity')}>
    <ol class="rows rows-tight">
      {events.map((event) => (
        <li>
          <p dir="auto">{describeEvent(event)}</p>
          <p class="quiet">
            <RelativeTime at={event.at} />
            {event.by && <> {rich('by {by}', { by: <bdi>{event.by}</bdi> })}</>}
          </p>
        </li>
      ))}
      <li>
        <p>{t('Created')}</p>
        <p class="quiet">
          <RelativeTime at={new Date(created_at)} />
        </p>
      </li>
    </ol>
  </Block>
);
