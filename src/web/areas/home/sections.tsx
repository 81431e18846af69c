import { rich, t } from '../../../kernel/language/messages.ts';
import { addDays, dayAt, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import type { FreeQueue } from '../../../modules/launches/free-queue/free-plan.ts';
import type { Award, LaunchWeek } from '../../../modules/launches/schema.ts';
import type { LatestUpdate } from '../../../modules/listings/follows/queries.ts';
import type { Listing, ListingSummary } from '../../../modules/listings/schema.ts';
import { draftPaths, listingPaths, searchPaths, weekPaths } from '../../paths.ts';
import { currentPage } from '../../server/page.ts';
import { ListingCards } from '../../ui/card.tsx';
import { Block, QuoteList } from '../../ui/elements.tsx';
import { formatAttribute, WeekText } from '../../ui/format.tsx';
import { Empty, SearchBox } from '../../ui/list.tsx';
import { describeFreeLaunch } from '../../ui/order/weeks.ts';
import { Countdown, TimeAgo, WeekStrip } from '../../ui/times.tsx';
import { Podium, RankedLaunches } from '../../ui/weeks/week-launches.tsx';

interface FeaturedFact {
  slug: string;
  name: string;
  fact: Listing['attributes'][number];
}

/** One fact of one listing with its quote, as an example of what the site does. */
export const FeaturedFactCard = ({ exhibit: { slug, name, fact } }: { exhibit: FeaturedFact }) => (
  <Block id="exhibit" heading={t('A fact and its source')} class="aside-block">
    <p class="exhibit-fact plain-links">
      <a href={listingPaths.listing({ slug })} dir="auto">
        {name}
      </a>
      <span dir="auto">{fact.name}</span>
      <strong dir="auto">{formatAttribute(fact.value, fact.unit)}</strong>
    </p>
    <QuoteList evidence={fact.evidence} />
  </Block>
);

/** The top of the home page: what the site is, why to vote and why to launch here. Short, so that the launches follow at once. */
export const Hero = ({ free_queue }: { free_queue: FreeQueue }) => {
  const { now, site } = currentPage();
  const { time_zone, brand = {} } = site;
  return (
    <div class="with-aside with-week hero">
      <div>
        <h1 dir="auto">{brand.headline ?? t('New products launch here every Monday')}</h1>
        {brand.text ? (
          <p class="lede hero-text" dir="auto">
            {brand.text}
          </p>
        ) : (
          <ul class="hero-reasons">
            <li>
              {rich('<strong>Vote</strong> for the ones you like. Every vote can be recounted, and none is for sale.', {
                strong: (text) => <strong>{text}</strong>,
              })}
            </li>
            <li>
              {rich('<strong>Launch</strong> yours for free, for a full week. {free_queue}', {
                strong: (text) => <strong>{text}</strong>,
                free_queue: describeFreeLaunch(free_queue),
              })}
            </li>
          </ul>
        )}
        <div class="hero-actions">
          <SearchBox id="find" label={t('Search all products')} action={searchPaths.listings()} placeholder={t('Search')} />
          <a class="button button-main" href={draftPaths.submit()}>
            {t('Launch your product')}
          </a>
        </div>
      </div>
      <div class="hero-week">
        <WeekStrip monday={weekAt(now, time_zone)} today={dayAt(now, time_zone)} />
      </div>
    </div>
  );
};

const LAUNCHES_SHOWN = 10;

const ThisWeek = ({ week }: { week: LaunchWeek }) => {
  const { launches_total, launch_week_on } = week;
  return (
    <Block id="this-week" heading={t('Launching this week')} class="block this-week">
      <Countdown to="voting_ends" until={startOfDay(addDays(launch_week_on, 7), currentPage().site.time_zone)} />
      <RankedLaunches week={week} max={LAUNCHES_SHOWN} />
      <p class="more">
        <a href={weekPaths.week({ week: week.launch_week_on })}>
          {launches_total > LAUNCHES_SHOWN
            ? t('All {n, plural, one {# launch} other {# launches}} of the week', { n: launches_total })
            : t('See the full week')}
        </a>
      </p>
    </Block>
  );
};

/** This week's launches, or the newest while it has none. */
export const HomeLaunches = ({ week, newest }: { week: LaunchWeek; newest: ListingSummary[] }) => {
  if (week.launches.length > 0) return <ThisWeek week={week} />;
  return (
    <Block id="newest" heading={t('Newest launches')}>
      {newest.length > 0 ? (
        <>
          <ListingCards listings={newest} />
          <p class="more">
            <a href={weekPaths.launches({ section: 'recent' })}>{t('All launches, newest first')}</a>
          </p>
        </>
      ) : (
        <Empty title={t('The first launches are on their way.')}>
          <p>
            {rich('No products have launched here yet. <link>Submit the first product</link>, or see the <link2>upcoming weeks</link2>.', {
              link: (text) => <a href={draftPaths.submit()}>{text}</a>,
              link2: (text) => <a href={weekPaths.calendar()}>{text}</a>,
            })}
          </p>
        </Empty>
      )}
    </Block>
  );
};

/** The winners of the previous week. */
export const LastWeek = ({ awards }: { awards: Award[] }) => {
  const week = awards[0]?.launch_week_on;
  if (!week) return null;
  return (
    <Block id="last-week" heading={t('Launch of the Week')}>
      <p class="quiet">
        <a href={weekPaths.week({ week })}>
          <WeekText monday={week} />
        </a>
      </p>
      <Podium launches={awards.filter((award) => award.launch_week_on === week)} open={false} />
      <p class="more">
        <a href={weekPaths.awards()}>{t('All awards')}</a>
      </p>
    </Block>
  );
};

/** Scheduled launches, with links to next week and the queue. */
export const Upcoming = ({ upcoming }: { upcoming: ListingSummary[] }) =>
  upcoming.length > 0 ? (
    <Block id="upcoming" heading={t('Coming up')} class="aside-block">
      <ul class="plain-list">
        {upcoming.map(({ slug, name, tagline, launch_week_on }) => (
          <li>
            <a class="strong-link" href={listingPaths.listing({ slug })} dir="auto">
              {name}
            </a>
            {tagline && <p dir="auto">{tagline}</p>}
            {launch_week_on && (
              <p class="quiet">
                <WeekText monday={launch_week_on} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <p class="more">
        <a href={weekPaths.week({ week: 'next' })}>{t('Next week')}</a> ·{' '}
        <a href={weekPaths.launches({ section: 'upcoming' })}>{t('See all upcoming launches')}</a>
      </p>
    </Block>
  ) : null;

/** The makers' newest updates. */
export const LatestNews = ({ updates }: { updates: LatestUpdate[] }) =>
  updates.length > 0 ? (
    <Block id="news" heading={t('Latest updates')} class="aside-block">
      <ul class="plain-list">
        {updates.map(({ id, title, slug, name, created_at }) => (
          <li>
            <a class="strong-link" href={`${listingPaths.listing({ slug })}#update-${id}`} dir="auto">
              {title}
            </a>
            <p class="quiet">
              <bdi>{name}</bdi>, <TimeAgo at={created_at} />
            </p>
          </li>
        ))}
      </ul>
      <p class="more">
        <a href={listingPaths.updates()}>{t('All updates')}</a>
      </p>
    </Block>
  ) : null;
