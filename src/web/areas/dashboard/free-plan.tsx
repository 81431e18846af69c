import type { Ctx } from '../../../kernel/context.ts';
import { startOfDay } from '../../../kernel/time/weeks.ts';
import { getOwnFreePlan, type OwnFreePlan } from '../../../modules/launches/free-queue/free-plan.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { dashboardPaths, listingPaths, orderFormWith, orderPaths, weekPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Copyable } from '../../ui/elements.tsx';
import { Form, submittedTo } from '../../ui/form.tsx';
import { Countdown, DayText, formatCount, RelativeTime, shortUrl } from '../../ui/format.tsx';
import { OwnerFrame, ownerHead } from '../../ui/owner-frame.tsx';

export const load = async (ctx: Ctx, { listing_id }: { listing_id: number }, query: Query) => ({
  plan: await getOwnFreePlan(requireSignedIn(ctx), { listing_id }),
  done: textParam(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ plan: { launch } }: Data): PageHead => ({
  ...ownerHead({ id: launch.listing_id, name: launch.name }, 'Launch', dashboardPaths.freePlan({ listing_id: launch.listing_id })),
  island: 'copy.js',
});

interface PartProps {
  plan: OwnFreePlan;
  context: PageContext;
}

const ChooseFreePlan = ({ plan: { launch, settings, offered_week }, context }: PartProps) => (
  <section class="block block-first" aria-labelledby="free">
    <h2 id="free">The free plan</h2>
    <p>
      Your listing is queued for a launch week, usually {formatCount(settings.free_weeks_ahead)} to{' '}
      {formatCount(settings.free_weeks_at_most)} weeks ahead, and goes live on its Monday once our badge is on your homepage. It costs
      nothing else.
    </p>
    {offered_week ? (
      <>
        <p>
          The next free place is in the week of{' '}
          <strong>
            <DayText on={offered_week} />
          </strong>
          .
        </p>
        <Form action={dashboardPaths.freePlan({ listing_id: launch.listing_id })} context={context}>
          <button class="button button-main" type="submit">
            Choose the free plan
          </button>
        </Form>
      </>
    ) : (
      <p class="notice">No launch week has room at the moment.</p>
    )}
  </section>
);

/** Offers a paid launch to owners who do not want to wait. */
const PaidPlans = ({ plan: { launch } }: { plan: OwnFreePlan }) => {
  const is_queued = launch.status !== 'draft';
  return (
    <section class="block" aria-labelledby="sooner">
      <h2 id="sooner">{is_queued ? 'Sooner' : 'At once, or in a week you choose'}</h2>
      <p>
        {is_queued
          ? 'A paid launch goes live at once and needs no badge; skipping the queue takes another week. Neither changes a vote or a rank.'
          : 'A paid launch goes live at once, or in a week of your choice, and needs no badge. It changes no vote and no rank.'}
      </p>
      <p>
        <a
          class="button"
          href={is_queued ? orderPaths.orderForm({ listing_id: launch.listing_id }) : orderFormWith(launch.listing_id, 'launch')}
        >
          {is_queued ? 'See what there is' : 'Order a launch'}
        </a>
      </p>
    </section>
  );
};

const ScheduledWeek = ({ plan: { launch }, context }: PartProps) => {
  const week = launch.launch_week_on!;
  return (
    <section class="block block-first" aria-labelledby="promise">
      <h2 id="promise">{launch.status === 'scheduled' ? 'It is scheduled' : 'It has its place'}</h2>
      <p>
        <bdi>{launch.name}</bdi> launches in the week of{' '}
        <strong>
          <DayText on={week} />
        </strong>
        {launch.status === 'scheduled' ? '. You need to do nothing more.' : ', if our badge is on your homepage by then.'}
      </p>
      <Countdown what="It begins in" until={startOfDay(week, context.site.time_zone)} now={context.now} />
      <p>
        <a href={weekPaths.week({ week })}>See the week</a>
      </p>
    </section>
  );
};

const Badge = ({ plan: { launch, embed_html } }: { plan: OwnFreePlan }) => (
  <section class="block" aria-labelledby="badge">
    <h2 id="badge">Put up the badge</h2>
    <p>
      Paste this into the HTML of <span dir="auto">{shortUrl(launch.website)}</span>, where people see it. Any <code>rel</code> is fine.
    </p>
    <Copyable text={embed_html} name="the badge’s code" />
    <p class="quiet">
      It can look otherwise: <a href={listingPaths.badges({ slug: launch.slug })}>all badges, shapes and colours</a>.
    </p>
  </section>
);

const BadgeChecks = ({ plan: { launch }, context }: PartProps) => {
  const action = dashboardPaths.checkBadge({ listing_id: launch.listing_id });
  const result = submittedTo(action, context)?.result.seen;
  return (
    <section class="block" aria-labelledby="looks">
      <h2 id="looks">Have we seen it?</h2>
      <p role={result ? 'status' : undefined} class={result ? 'badge-seen' : undefined} dir="auto">
        {result ?? launch.seen ?? 'We have not looked yet.'}
      </p>
      {launch.checked_at && (
        <p class="quiet">
          We looked <RelativeTime at={launch.checked_at} now={context.now} />
          {launch.next_check_at && launch.next_check_at > context.now && (
            <>
              , and look again by ourselves <RelativeTime at={launch.next_check_at} now={context.now} />
            </>
          )}
          .
        </p>
      )}
      <Form action={action} context={context}>
        <button class="button button-main" type="submit">
          Look now
        </button>
      </Form>
    </section>
  );
};

const LaunchResult = ({ plan: { launch } }: { plan: OwnFreePlan }) => (
  <section class="block block-first" aria-labelledby="launched">
    <h2 id="launched">{launch.status === 'live' ? 'It has launched' : 'It was taken down'}</h2>
    <p>
      {launch.launch_week_on && launch.status === 'live' && (
        <>
          In the week of{' '}
          <a href={weekPaths.week({ week: launch.launch_week_on })}>
            <DayText on={launch.launch_week_on} />
          </a>
          .{' '}
        </>
      )}
      <a href={dashboardPaths.overview({ listing_id: launch.listing_id })}>Back to your listing</a>
    </p>
  </section>
);

const DONE: Record<string, string> = { chosen: 'Your place is taken. Now put up the badge.' };

export const view = ({ plan, done }: Data, context: PageContext) => {
  const { launch } = plan;
  const listing = { id: launch.listing_id, name: launch.name, slug: launch.slug, status: launch.status as OwnListing['status'] };
  const awaits_badge = launch.status === 'awaiting_badge';
  return (
    <OwnerFrame listing={listing} tab="Launch" done={done && DONE[done]}>
      <div class="narrow free-plan">
        {launch.status === 'draft' && <ChooseFreePlan plan={plan} context={context} />}
        {(awaits_badge || launch.status === 'scheduled') && <ScheduledWeek plan={plan} context={context} />}
        {awaits_badge && <Badge plan={plan} />}
        {awaits_badge && <BadgeChecks plan={plan} context={context} />}
        {(launch.status === 'draft' || awaits_badge) && <PaidPlans plan={plan} />}
        {(launch.status === 'live' || launch.status === 'removed') && <LaunchResult plan={plan} />}
      </div>
    </OwnerFrame>
  );
};
