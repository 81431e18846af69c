import type { Ctx } from '../../kernel/context.ts';
import { beginningOf } from '../../kernel/week.ts';
import { getOwnLaunch, type OwnFreePlan } from '../../modules/launches/free.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Form, sentTo } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { OwnFrame } from '../parts/own-frame.tsx';
import { listingIdIn, ownHead } from '../parts/own-listing-id.ts';
import { Day } from '../parts/time.tsx';
import { count, shortAddress } from '../wording.ts';

export const load = async (ctx: Ctx, params: Params, query: Query) => ({
  plan: await getOwnLaunch(signedIn(ctx), { listing_id: listingIdIn(params) }),
  done: typed(query.done),
});

interface Data {
  plan: OwnFreePlan;
  done: string | undefined;
}

export const head = ({ plan: { launch } }: Data): Head => ({
  ...ownHead({ id: launch.listing_id, name: launch.name }, 'Launch', to.freePlan(launch.listing_id)),
  island: 'copy.js',
});

interface PartProps {
  plan: OwnFreePlan;
  here: Here;
}

const Choose = ({ plan: { launch, settings, offered_week }, here }: PartProps) => (
  <section class="block block-first" aria-labelledby="free">
    <h2 id="free">The free plan</h2>
    <p>
      Your listing is queued for a launch week, usually {count(settings.free_weeks_ahead)} to {count(settings.free_weeks_at_most)} weeks
      ahead, and goes live on its Monday once our badge is on your homepage. It costs nothing else.
    </p>
    {offered_week ? (
      <>
        <p>
          The next free place is in the week of{' '}
          <strong>
            <Day on={offered_week} />
          </strong>
          .
        </p>
        <Form action={to.freePlan(launch.listing_id)} here={here}>
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

/** The other way, for who does not want to wait. */
const Sooner = ({ plan: { launch } }: { plan: OwnFreePlan }) => {
  const waits = launch.status !== 'draft';
  return (
    <section class="block" aria-labelledby="sooner">
      <h2 id="sooner">{waits ? 'Sooner' : 'At once, or in a week you choose'}</h2>
      <p>
        {waits
          ? 'A paid launch goes live at once and needs no badge; skipping the queue takes another week. Neither changes a vote or a rank.'
          : 'A paid launch goes live at once, or in a week of your choice, and needs no badge. It changes no vote and no rank.'}
      </p>
      <p>
        <a class="button" href={to.orderForm(launch.listing_id, waits ? undefined : 'launch')}>
          {waits ? 'See what there is' : 'Order a launch'}
        </a>
      </p>
    </section>
  );
};

const Promised = ({ plan: { launch }, here }: PartProps) => {
  const week = launch.launch_week_on!;
  return (
    <section class="block block-first" aria-labelledby="promise">
      <h2 id="promise">{launch.status === 'scheduled' ? 'It is scheduled' : 'It has its place'}</h2>
      <p>
        <bdi>{launch.name}</bdi> launches in the week of{' '}
        <strong>
          <Day on={week} />
        </strong>
        {launch.status === 'scheduled' ? '. You need to do nothing more.' : ', if our badge is on your homepage by then.'}
      </p>
      <Countdown what="It begins in" until={beginningOf(week, here.site.time_zone)} now={here.now} />
      <p>
        <a href={to.week(week)}>See the week</a>
      </p>
    </section>
  );
};

const Badge = ({ plan: { launch, embed_html } }: { plan: OwnFreePlan }) => (
  <section class="block" aria-labelledby="badge">
    <h2 id="badge">Put up the badge</h2>
    <p>
      Paste this into the HTML of <span dir="auto">{shortAddress(launch.website)}</span>, where people see it. Any <code>rel</code> is fine.
    </p>
    <Copyable text={embed_html} name="the badge’s code" />
    <p class="quiet">
      It can look otherwise: <a href={to.badges(launch.slug)}>all badges, shapes and colours</a>.
    </p>
  </section>
);

const Looks = ({ plan: { launch }, here }: PartProps) => {
  const action = to.lookForBadge(launch.listing_id);
  const told = sentTo(action, here)?.told.seen;
  return (
    <section class="block" aria-labelledby="looks">
      <h2 id="looks">Have we seen it?</h2>
      <p role={told ? 'status' : undefined} class={told ? 'badge-seen' : undefined} dir="auto">
        {told ?? launch.seen ?? 'We have not looked yet.'}
      </p>
      {launch.looked_at && (
        <p class="quiet">
          We looked <Moment at={launch.looked_at} now={here.now} />
          {launch.next_look_at && launch.next_look_at > here.now && (
            <>
              , and look again by ourselves <Moment at={launch.next_look_at} now={here.now} />
            </>
          )}
          .
        </p>
      )}
      <Form action={action} here={here}>
        <button class="button button-main" type="submit">
          Look now
        </button>
      </Form>
    </section>
  );
};

const Launched = ({ plan: { launch } }: { plan: OwnFreePlan }) => (
  <section class="block block-first" aria-labelledby="launched">
    <h2 id="launched">{launch.status === 'live' ? 'It has launched' : 'It was taken down'}</h2>
    <p>
      {launch.launch_week_on && launch.status === 'live' && (
        <>
          In the week of{' '}
          <a href={to.week(launch.launch_week_on)}>
            <Day on={launch.launch_week_on} />
          </a>
          .{' '}
        </>
      )}
      <a href={to.ownListing(launch.listing_id)}>Back to your listing</a>
    </p>
  </section>
);

const DONE: Record<string, string> = { chosen: 'Your place is taken. Now put up the badge.' };

export const view = ({ plan, done }: Data, here: Here) => {
  const { launch } = plan;
  const listing = { id: launch.listing_id, name: launch.name, slug: launch.slug, status: launch.status as OwnListing['status'] };
  const waits = launch.status === 'awaiting_badge';
  return (
    <OwnFrame listing={listing} place="free" done={done && DONE[done]}>
      <div class="narrow free-plan">
        {launch.status === 'draft' && <Choose plan={plan} here={here} />}
        {(waits || launch.status === 'scheduled') && <Promised plan={plan} here={here} />}
        {waits && <Badge plan={plan} />}
        {waits && <Looks plan={plan} here={here} />}
        {(launch.status === 'draft' || waits) && <Sooner plan={plan} />}
        {(launch.status === 'live' || launch.status === 'removed') && <Launched plan={plan} />}
      </div>
    </OwnFrame>
  );
};
