import type { ComponentChildren } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import { startOfDay } from '../../../kernel/time/weeks.ts';
import { getOwnFreePlan, type OwnFreePlan } from '../../../modules/launches/free-queue/free-plan.ts';
import { MAX_MISSED_WEEKS } from '../../../modules/launches/rules.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { getListingOffers, type ListingOffers } from '../../../modules/orders/quote/quote.ts';
import { dashboardPaths, weekPaths } from '../../paths.ts';
import { currentPage, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { CheckResult, Form, submittedTo } from '../../ui/form.tsx';
import { DayText, shortUrl, WeekDates } from '../../ui/format.tsx';
import { OwnerFrame, ownerHead, TAB_NAMES } from '../../ui/frames/owner-frame.tsx';
import { Countdown, RelativeTime } from '../../ui/times.tsx';
import { LaunchChoice } from './launch-choice.tsx';
import { BadgeCode, Launched, type LaunchProps } from './launch-next.tsx';
import { LaunchSooner } from './launch-sooner.tsx';

interface Data {
  plan: OwnFreePlan;
  offers: ListingOffers;
  done: string | undefined;
}

export const load = async (ctx: Ctx, { listing_id }: { listing_id: number }, query: Query): Promise<Data> => {
  const member = requireSignedIn(ctx);
  const [plan, offers] = await Promise.all([getOwnFreePlan(member, { listing_id }), getListingOffers(member, { listing_id })]);
  return { plan, offers, done: textParam(query.done) };
};

export const head = ({ plan: { launch } }: Data): PageHead => ({
  ...ownerHead({ id: launch.listing_id, name: launch.name }, TAB_NAMES.Launch, dashboardPaths.freePlan({ listing_id: launch.listing_id })),
  island: ['copy.js', 'times.js'],
});

const ReservedWeek = ({ plan: { launch } }: LaunchProps) => {
  const week = launch.launch_week_on!;
  return (
    <section class="block block-first" aria-labelledby="promise">
      <h2 id="promise">{t('Your week is reserved')}</h2>
      <p>
        {rich(
          '{name} launches in the week of {value}, once we find our badge on your homepage. Your page is public now; voting opens on {day}.',
          {
            name: <bdi>{launch.name}</bdi>,
            value: (
              <a href={weekPaths.week({ week })}>
                <WeekDates monday={week} />
              </a>
            ),
            day: <DayText on={week} />,
          },
        )}
      </p>
      <Countdown to="voting_opens" until={startOfDay(week, currentPage().site.time_zone)} />
    </section>
  );
};

const BadgeStep = ({ plan }: LaunchProps) => (
  <Block id="badge" heading={t('Add the badge')}>
    <p>
      {rich('Paste this code into the HTML of {website}, where visitors can see it. A nofollow link is fine.', {
        website: <span dir="auto">{shortUrl(plan.launch.website)}</span>,
      })}
    </p>
    <BadgeCode plan={plan} />
  </Block>
);

const BadgeStatus = ({ plan: { launch } }: LaunchProps) => {
  const action = dashboardPaths.checkBadge({ listing_id: launch.listing_id });
  const result = submittedTo(action)?.result.seen;
  return (
    <Block id="looks" heading={t('Badge status')}>
      {result ? (
        <CheckResult>{translateStored(result)}</CheckResult>
      ) : (
        <p dir="auto">{launch.seen ? translateStored(launch.seen) : t('Not checked yet.')}</p>
      )}
      {launch.checked_at && (
        <p class="quiet">
          {rich('Last checked {relativeTime}', { relativeTime: <RelativeTime at={launch.checked_at} /> })}
          {launch.next_check_at &&
            launch.next_check_at > currentPage().now &&
            rich(', next check {relativeTime}', { relativeTime: <RelativeTime at={launch.next_check_at} /> })}
          .
        </p>
      )}
      <Form action={action}>
        <button class="button button-main" type="submit">
          {t('Check now')}
        </button>
      </Form>
      <h3>{t('What we check, and when')}</h3>
      <ul class="check-times">
        <li>{t('We read your homepage as your server sends it and look for the badge. A badge that a script adds later is not found.')}</li>
        <li>
          {t('We check every 10 minutes at first, every hour on the first day, then every day, and every hour in the last two days.')}
        </li>
        <li>
          {rich(
            'The last check is 10 minutes before {day} starts. Without the badge, your launch moves to the next week with room, and we email you. After {MAX_MISSED_WEEKS} missed weeks, it leaves the queue and you choose again.',
            { day: <DayText on={launch.launch_week_on!} />, MAX_MISSED_WEEKS },
          )}
        </li>
      </ul>
    </Block>
  );
};

const TakenDown = ({ plan: { launch } }: { plan: OwnFreePlan }) => (
  <section class="block block-first" aria-labelledby="removed">
    <h2 id="removed">{t('Your listing was removed')}</h2>
    <p>
      <a href={dashboardPaths.overview({ listing_id: launch.listing_id })}>{t('See why')}</a>
    </p>
  </section>
);

/** While the site's team looks at the listing, and after they returned it. */
const InReview = ({ plan: { launch, approval } }: LaunchProps) => {
  const { status, week_on, reason } = approval!;
  if (status !== 'pending' && status !== 'returned') return null;
  const { listing_id } = launch;
  const edit = (text: ComponentChildren) => <a href={dashboardPaths.edit({ listing_id })}>{text}</a>;
  return (
    <section class="block block-first narrow" aria-labelledby="review">
      <h2 id="review">{status === 'pending' ? t('Your listing is in review') : t('Your listing needs changes')}</h2>
      {status === 'pending' ? (
        <p>
          {rich(
            'The {name} team looks at new listings before they go public. We’ll email you when they have decided. You can still <edit>edit it</edit>.',
            { name: currentPage().site.name, edit },
          )}
        </p>
      ) : (
        <>
          <blockquote class="judged" dir="auto">
            {reason}
          </blockquote>
          <p>{rich('<edit>Edit the listing</edit>, then send it again.', { edit })}</p>
          <Form action={dashboardPaths.resubmit({ listing_id })}>
            <button class="button button-main" type="submit">
              {t('Send again')}
            </button>
          </Form>
        </>
      )}
      {week_on && <p>{rich('Your launch week is reserved: <week></week>.', { week: () => <WeekDates monday={week_on} /> })}</p>}
    </section>
  );
};

const DONE: Record<string, string> = texts({
  submitted: msg('Your listing is saved. Now choose how it launches.'),
  chosen: msg('Your week is reserved. Now add the badge.'),
  in_review: msg('Your week is reserved.'),
  sent_again: msg('Sent. We’ll email you when the team has decided.'),
});

export const view = ({ plan, offers, done }: Data) => {
  const { launch } = plan;
  const status = launch.status as OwnListing['status'];
  const in_review = plan.approval?.status === 'pending' || plan.approval?.status === 'returned';
  const listing = { id: launch.listing_id, name: launch.name, slug: launch.slug, status };
  return (
    <OwnerFrame listing={listing} tab="Launch" done={done && DONE[done === 'chosen' && in_review ? 'in_review' : done]}>
      {status === 'draft' && plan.approval && <InReview plan={plan} />}
      {status === 'draft' && !in_review && <LaunchChoice plan={plan} offers={offers.offers} />}
      <div class="narrow free-plan">
        {status === 'awaiting_badge' && (
          <>
            <ReservedWeek plan={plan} />
            <BadgeStep plan={plan} />
            <BadgeStatus plan={plan} />
          </>
        )}
        {(status === 'scheduled' || status === 'live') && <Launched plan={plan} />}
        <LaunchSooner offers={offers} />
        {status === 'removed' && <TakenDown plan={plan} />}
      </div>
    </OwnerFrame>
  );
};
