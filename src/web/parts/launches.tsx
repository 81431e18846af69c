import type { Award, LaunchWeek } from '../../modules/launches/schema.ts';
import type { ListingSummary } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { counted } from '../wording.ts';
import { Cards } from './card.tsx';
import { Empty } from './empty.tsx';
import { PlacedLaunches } from './placed-launches.tsx';
import { Podium } from './podium.tsx';
import { Week } from './time.tsx';

const SHOWN = 10;

const ThisWeek = ({ week, here }: { week: LaunchWeek; here: Here }) => {
  const { launches_total } = week;
  return (
    <section class="block" aria-labelledby="this-week">
      <h2 id="this-week">Launching this week</h2>
      <PlacedLaunches week={week} here={here} most={SHOWN} />
      <p class="more">
        <a href={to.week(week.week)}>
          {launches_total > SHOWN ? `All ${counted(launches_total, 'launch', 'launches')} of the week` : 'The whole week'}
        </a>
      </p>
    </section>
  );
};

/** This week's launches, or the newest while it has none. */
export const Launches = ({ week, newest, here }: { week: LaunchWeek; newest: ListingSummary[]; here: Here }) => {
  if (week.launches.length > 0) return <ThisWeek week={week} here={here} />;
  return (
    <section class="block" aria-labelledby="newest">
      <h2 id="newest">Newest launches</h2>
      {newest.length > 0 ? (
        <>
          <Cards listings={newest} />
          <p class="more">
            <a href={to.launches({ section: 'recent' })}>All launches, newest first</a>
          </p>
        </>
      ) : (
        <Empty title="The first launches are on their way.">
          <p>
            Nothing has launched here yet. <a href={to.submit()}>Submit the first product</a>, or see the{' '}
            <a href={to.calendar()}>weeks to come</a>.
          </p>
        </Empty>
      )}
    </section>
  );
};

/** Who won the week before. */
export const LastWeek = ({ awards }: { awards: Award[] }) => {
  const week = awards[0]?.week;
  if (!week) return null;
  return (
    <section class="block" aria-labelledby="last-week">
      <h2 id="last-week">Launch of the Week</h2>
      <p class="quiet">
        <a href={to.week(week)}>
          <Week monday={week} />
        </a>
      </p>
      <Podium places={awards.filter((award) => award.week === week)} open={false} />
      <p class="more">
        <a href={to.awards()}>All awards</a>
      </p>
    </section>
  );
};

/** What is scheduled, and the way to next week. */
export const Upcoming = ({ upcoming }: { upcoming: ListingSummary[] }) =>
  upcoming.length > 0 ? (
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
        <a href={to.week('next')}>Next week</a> · <a href={to.launches({ section: 'upcoming' })}>The whole queue</a>
      </p>
    </section>
  ) : null;
