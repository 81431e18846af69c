import { weekAt } from '../../kernel/week.ts';
import type { ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { Cards } from './card.tsx';
import { Empty } from './empty.tsx';
import { Week } from './time.tsx';

/** The newest launches, this week's apart from those before. */
export const Launches = ({ launches, here }: { launches: ListingSummary[]; here: Here }) => {
  const monday = weekAt(here.now, here.site.time_zone);
  const thisWeek = launches.filter((listing) => listing.launch_week_on === monday).sort((a, b) => b.votes - a.votes);
  const earlier = launches.filter((listing) => listing.launch_week_on !== monday);
  if (launches.length === 0) {
    return (
      <section class="block">
        <h2>Newest launches</h2>
        <Empty title="The first launches are on their way.">
          <p>Nothing has launched here yet.</p>
        </Empty>
      </section>
    );
  }
  return (
    <>
      {thisWeek.length > 0 && (
        <section class="block" aria-labelledby="this-week">
          <h2 id="this-week">Launching this week</h2>
          <Cards listings={thisWeek} />
        </section>
      )}
      {earlier.length > 0 && (
        <section class="block" aria-labelledby="newest">
          <h2 id="newest">{thisWeek.length > 0 ? 'Just before' : 'Newest launches'}</h2>
          <Cards listings={earlier} />
        </section>
      )}
      <p class="more">
        <a href={to.listings({ sort: 'newest' })}>All products, newest first</a>
      </p>
    </>
  );
};

export const Upcoming = ({ upcoming }: { upcoming: ListingSummary[] }) => (
  <section class="aside-block" aria-labelledby="upcoming">
    <h2 id="upcoming">Coming up</h2>
    <ul class="plain-list">
      {upcoming.map(({ slug, name, tagline, launch_week_on }) => (
        <li>
          <a class="strong-link" href={to.listing(slug)} dir="auto">
            {name}
          </a>
          {tagline && <p dir="auto">{tagline}</p>}
          {launch_week_on && (
            <p class="quiet">
              <Week monday={launch_week_on} />
            </p>
          )}
        </li>
      ))}
    </ul>
    <p class="more">
      <a href={to.listings({ status: 'upcoming' })}>The whole queue</a>
    </p>
  </section>
);
