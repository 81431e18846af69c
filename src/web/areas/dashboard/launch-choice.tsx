import type { ComponentChildren } from 'preact';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { FreeQueue, OwnFreePlan } from '../../../modules/launches/free-queue/free-plan.ts';
import { findProduct, PRODUCT_TABLE } from '../../../modules/orders/products.ts';
import type { ListingOffer } from '../../../modules/orders/quote/quote.ts';
import { boardPaths, dashboardPaths, orderPaths } from '../../paths.ts';
import { ChoiceField, Form } from '../../ui/form.tsx';
import { formatPrice, formatWeekDates, WeekDates } from '../../ui/format.tsx';
import { describeToday, suggestedWeek, weekOptions } from '../../ui/order/weeks.ts';

interface PlanCardProps {
  id: string;
  name: string;
  price: string;
  price_note: string;
  when: ComponentChildren;
  note: string | null;
  includes: string[];
  children: ComponentChildren;
}

/** One way to launch: what it costs, when it can be, what it includes, and the button that chooses it. */
const PlanCard = ({ id, name, price, price_note, when, note, includes, children }: PlanCardProps) => (
  <section class="plan" aria-labelledby={id}>
    <h2 id={id}>{name}</h2>
    <p class="plan-price">
      <strong>{price}</strong> <span class="quiet">{price_note}</span>
    </p>
    <p>{when}</p>
    {note && <p class="quiet">{note}</p>}
    <ul class="plan-includes">
      {includes.map((text) => (
        <li>{text}</li>
      ))}
    </ul>
    <div class="plan-end">{children}</div>
  </section>
);

const FREE_INCLUDES = texts([
  msg('Your public listing, from the day you choose'),
  msg('One launch week: votes, a rank, and awards for the top 3'),
  msg('Needs our badge on your homepage'),
]);

const LAUNCH_INCLUDES = texts([
  msg('Everything in the free plan'),
  msg('No badge needed'),
  msg('Founder story, milestones and pictures on your listing'),
  msg('The same votes and ranking: money buys no advantage'),
]);

interface ChoiceProps {
  plan: OwnFreePlan;
  offers: ListingOffer[];
}

/** Why the free queue takes longer than the weeks that can be bought. */
const explainQueue = ({ free_weeks_ahead, week_room, is_delayed }: FreeQueue): string =>
  t(
    'Free launches start {n, plural, one {# week} other {# weeks}} from now at the earliest, in the first week with room ({n2, plural, one {# slot} other {# slots}} a week{full}). Sooner weeks are for paid launches.',
    { n: Math.max(free_weeks_ahead, 1), n2: week_room, full: is_delayed ? t(', and earlier ones are full') : '' },
  );

const FreeCard = ({ plan: { launch, queue } }: Omit<ChoiceProps, 'offers'>) => (
  <PlanCard
    id="free"
    name={t('Free plan')}
    price={formatPrice(0)}
    price_note={t('no card needed')}
    when={
      queue.offered_week
        ? rich('In the queue: expected in the week of {value}', {
            value: (
              <strong>
                <WeekDates monday={queue.offered_week} />
              </strong>
            ),
          })
        : t('All weeks are full at the moment. Try again in a few days.')
    }
    note={queue.offered_week && explainQueue(queue)}
    includes={FREE_INCLUDES}
  >
    {queue.offered_week && (
      <Form action={dashboardPaths.freePlan({ listing_id: launch.listing_id })}>
        <button class="button" type="submit">
          {t('Choose the free plan')}
        </button>
      </Form>
    )}
  </PlanCard>
);

interface PaidCardProps {
  listing_id: number;
  offer: ListingOffer;
  offers: ListingOffer[];
}

/** The way to the order form, with the week that was chosen. */
const PaidForm = ({ listing_id, offer, main }: Omit<PaidCardProps, 'offers'> & { main: boolean }) => (
  <form class="form" method="get" action={orderPaths.orderForm({ listing_id })}>
    <input type="hidden" name={offer.code} value="on" />
    <ChoiceField
      id={`week-${offer.code}`}
      name={`${offer.code}.week`}
      label={t('Launch week')}
      options={weekOptions(offer)}
      value={suggestedWeek(offer)}
    />
    <button class={main ? 'button button-main' : 'button'} type="submit">
      {t('Continue with {name}', { name: offer.name })}
    </button>
  </form>
);

const describeWeeks = ({ weeks }: ListingOffer): string =>
  weeks?.[0]
    ? t('You choose the week: {launch_week_on} or a later one', { launch_week_on: formatWeekDates(weeks[0].launch_week_on) })
    : t('All coming weeks are full');

/** What a bundle adds to a launch. */
const bundleIncludes = (bundle: ListingOffer): string[] => [
  t('Everything in Launch'),
  ...PRODUCT_TABLE.flatMap(({ code, name, description }) =>
    code !== 'launch' && bundle.includes.includes(code) ? [`${name}: ${description}`] : [],
  ),
];

/** What the parts of a bundle cost more than the bundle. */
const savedCents = (bundle: ListingOffer, offers: ListingOffer[]): number =>
  bundle.includes.reduce((sum, part) => sum + (offers.find(({ code }) => code === part)?.price_cents ?? 0), 0) - bundle.price_cents!;

const PaidCard = ({ listing_id, offer, offers }: PaidCardProps) => {
  const is_bundle = offer.includes.length > 0;
  const saved = is_bundle ? savedCents(offer, offers) : 0;
  return (
    <PlanCard
      id={`paid-${offer.code}`}
      name={offer.name}
      price={formatPrice(offer.price_cents!)}
      price_note={saved > 0 ? t('plus VAT, saves {saved}', { saved: formatPrice(saved) }) : t('plus VAT, once')}
      when={describeWeeks(offer)}
      note={t('Or go live today: {context}.', { context: describeToday() })}
      includes={is_bundle ? bundleIncludes(offer) : LAUNCH_INCLUDES}
    >
      <PaidForm listing_id={listing_id} offer={offer} main={!is_bundle} />
    </PlanCard>
  );
};

/** The free and the paid launches side by side. Add-ons follow on the order form. */
export const LaunchChoice = ({ plan, offers }: ChoiceProps) => (
  <>
    <p class="lede">
      {rich(
        'Choose how {name} launches. Until you choose, only you can see it. After that its page is public, and voting opens when its week starts.',
        { name: <bdi>{plan.launch.name}</bdi> },
      )}
    </p>
    <div class="tiles plans">
      <FreeCard plan={plan} />
      {offers
        .filter(({ code, obstacle }) => findProduct(code)?.launches && obstacle === null)
        .map((offer) => (
          <PaidCard listing_id={plan.launch.listing_id} offer={offer} offers={offers} />
        ))}
    </div>
    <p class="quiet more">
      {rich(
        'Not sure? Start free: you can switch to a paid launch later. With a paid launch you can add more in the next step, and enter a promo code. <link>How ranking works</link>',
        { link: (text) => <a href={boardPaths.howRankingWorks()}>{text}</a> },
      )}
    </p>
  </>
);
