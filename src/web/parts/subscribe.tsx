import { to } from '../addresses.ts';
import { FEED_FORMATS, FEED_TYPES } from '../feeds/feed.ts';

/** How to hear of what comes next without an account: a feed, and of weeks a calendar. */
export const Subscribe = ({ feed, calendar = false }: { feed: string; calendar?: boolean }) => (
  <p class="quiet more">
    Hear of what comes next:{' '}
    {FEED_FORMATS.map((format, at) => (
      <>
        {at > 0 && ', '}
        <a href={to.feed(feed, format)} type={FEED_TYPES[format].type}>
          {FEED_TYPES[format].name}
        </a>
      </>
    ))}
    {calendar && (
      <>
        , or <a href={to.weekCalendar()}>in your calendar</a>
      </>
    )}
    .
  </p>
);
