import { rich, t } from '../../../kernel/language/messages.ts';
import { addDays, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import type { OwnFreePlan } from '../../../modules/launches/free-queue/free-plan.ts';
import { listingUrl } from '../../../modules/sites/addresses.ts';
import { dashboardPaths, listingPaths, weekPaths } from '../../paths.ts';
import { currentPage } from '../../server/page.ts';
import { Block, Copyable } from '../../ui/elements.tsx';
import { DayText, WeekDates } from '../../ui/format.tsx';
import { Share } from '../../ui/share.tsx';
import { Countdown } from '../../ui/times.tsx';

export interface LaunchProps {
  plan: OwnFreePlan;
}

/** The badge as it looks on the maker's page, with its code. */
export const BadgeCode = ({ plan: { badge, launch } }: LaunchProps) => (
  <>
    <p class="badge-ground badge-ground-auto">
      <img
        src={badge.svg_url.slice(currentPage().site.root.length)}
        alt={t('Badge: {label} {name}', { label: badge.label, name: currentPage().site.name })}
        width={badge.width}
        height={badge.height}
      />
    </p>
    <Copyable text={badge.embed_html} name={t('the badge code')} />
    <p class="quiet">
      <a href={listingPaths.badges({ slug: launch.slug })}>{t('See other styles and sizes')}</a>
    </p>
  </>
);

interface DatedStep {
  on: string;
  text: string;
}

/** What happens in a launch week and after it, as far as it is still ahead. */
const weekSteps = (week: string, today_week: string): DatedStep[] => [
  ...(week > today_week ? [{ on: week, text: t('Voting opens.') }] : []),
  ...(week >= today_week
    ? [
        { on: addDays(week, 6), text: t('Last day of voting.') },
        { on: addDays(week, 7), text: t('The result is final. The top 3 get an award and a badge.') },
      ]
    : []),
];

const NextDates = ({ steps }: { steps: DatedStep[] }) => (
  <ol class="rows rows-tight launch-dates">
    {steps.map(({ on, text }) => (
      <li>
        <strong>
          <DayText on={on} />
        </strong>
        <span>{text}</span>
      </li>
    ))}
  </ol>
);

const shareText = (name: string, is_live: boolean, site_name: string): string =>
  is_live ? t('{name} is live on {site_name}', { name, site_name }) : t('{name} launches soon on {site_name}', { name, site_name });

/** "You're live" or "You're scheduled": what to do and what happens next. */
export const Launched = ({ plan }: LaunchProps) => {
  const { launch } = plan;
  const { site, now } = currentPage();
  const is_live = launch.status === 'live';
  const week = launch.launch_week_on;
  const steps = week ? weekSteps(week, weekAt(now, site.time_zone)) : [];
  return (
    <>
      <section class="block block-first launched" aria-labelledby="launched">
        <h2 id="launched">{is_live ? t('You’re live') : t('You’re scheduled')}</h2>
        <p>
          <bdi>{launch.name}</bdi> {is_live ? t('is public. Its launch week is the week of ') : t('launches in the week of ')}
          {week && (
            <a href={weekPaths.week({ week })}>
              <WeekDates monday={week} />
            </a>
          )}
          .
          {!is_live && week && (
            <> {rich('Your page is public now; voting opens on {day}. Nothing more is needed from you.', { day: <DayText on={week} /> })}</>
          )}
        </p>
        {!is_live && week && <Countdown to="voting_opens" until={startOfDay(week, site.time_zone)} />}
        <p class="actions">
          <a class="button button-main" href={listingPaths.listing({ slug: launch.slug })}>
            {t('View listing')}
          </a>
          <a href={dashboardPaths.edit({ listing_id: launch.listing_id })}>{t('Edit listing')}</a>
        </p>
      </section>
      <Block id="share" heading={t('Share it')}>
        <p>
          {is_live
            ? t('Tell your users and followers. Everyone with an account can vote once.')
            : t('Tell people when voting opens. Until then, they can follow your page and get a notification.')}
        </p>
        <Share title={shareText(launch.name, is_live, site.name)} url={listingUrl(site, launch.slug)} />
      </Block>
      {steps.length > 0 && (
        <Block id="dates" heading={t('What happens next')}>
          <NextDates steps={steps} />
        </Block>
      )}
      <Block id="badge" heading={launch.found_at ? t('Your badge') : t('Add the badge')}>
        <p>
          {launch.found_at
            ? t('We found it on your homepage. Keep it there: it brings your visitors to your page.')
            : t('Optional: it brings visitors of your website here to vote, and always shows your latest result.')}
        </p>
        <BadgeCode plan={plan} />
      </Block>
    </>
  );
};
