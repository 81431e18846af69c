import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { FactChange } from '../../../modules/rechecks/changes/queries.ts';
import type { PriceRow } from '../../../modules/rechecks/prices/queries.ts';
import type { HiddenListing } from '../../../modules/rechecks/queries.ts';
import type { FactChangeStatus } from '../../../modules/rechecks/states.ts';
import { dashboardPaths, searchPaths } from '../../paths.ts';
import { Block, ExternalLink } from '../../ui/elements.tsx';
import { FactChangeItem } from '../../ui/fact-changes.tsx';
import { DayText } from '../../ui/format.tsx';
import { formatPlanPrice } from '../../ui/price.ts';

const STATUS_TEXTS: Record<FactChangeStatus, string> = texts({
  open: msg('The website changed. Its owner has not confirmed it yet.'),
  accepted: msg('Confirmed by the owner.'),
  kept: msg('The owner kept the value of the listing.'),
  corrected: msg('Corrected by the owner.'),
  published: msg('Updated from the website.'),
  withdrawn: '',
});

export const DeadWebsiteNotice = ({ since }: { since: Date }) => (
  <p class="notice" role="note">
    {rich('The website has not answered since {day}.', { day: <DayText on={since.toISOString()} /> })}
  </p>
);

/** In place of a listing that is hidden because its website does not answer. */
export const HiddenListingNotice = ({ hidden: { listing_id, name, domain, failing_since } }: { hidden: HiddenListing }) => (
  <div class="stack trouble">
    <h1>{rich('{name} is hidden', { name: <bdi>{name}</bdi> })}</h1>
    <p class="lede">
      {rich(
        'Its website, {domain}, has not answered since {day}. The listing comes back by itself, with its votes and reviews, when the website answers again.',
        { domain: <bdi>{domain}</bdi>, day: <DayText on={failing_since.toISOString()} /> },
      )}
    </p>
    <p>
      {rich('Is it yours? <link>Check the website now</link>.', {
        link: (text) => <a href={dashboardPaths.changes({ listing_id })}>{text}</a>,
      })}
    </p>
    <p>{rich('Or <link>browse other products</link>.', { link: (text) => <a href={searchPaths.listings()}>{text}</a> })}</p>
  </div>
);

/** What changed in the facts of a listing, with the quotes of both. */
export const FactHistory = ({ changes }: { changes: FactChange[] }) =>
  changes.length > 0 ? (
    <Block id="history" heading={t('What changed on its website')}>
      <ol class="rows rows-ruled">
        {changes.map((change) => (
          <FactChangeItem change={change} status={STATUS_TEXTS[change.status]} />
        ))}
      </ol>
    </Block>
  ) : null;

const WIDTH = 600;
const HEIGHT = 60;

/** The amounts of a plan over time, as steps. Decorative: the table says the same. */
const PriceSteps = ({ prices }: { prices: PriceRow[] }) => {
  const times = prices.flatMap(({ from_at, confirmed_at, ended_at }) => [from_at.getTime(), (ended_at ?? confirmed_at).getTime()]);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(...prices.map(({ amount }) => amount), 1);
  const x = (at: Date) => (last === first ? 0 : Math.round(((at.getTime() - first) / (last - first)) * WIDTH));
  const y = (amount: number) => Math.round(HEIGHT - 4 - (amount / most) * (HEIGHT - 8));
  const steps = prices.map(({ amount, from_at, confirmed_at, ended_at }) => `${x(from_at)} ${y(amount)}H${x(ended_at ?? confirmed_at)}`);
  return (
    <svg class="price-steps" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d={`M${steps.join('L')}`} />
    </svg>
  );
};

const Day = ({ at }: { at: Date }) => <DayText on={at.toISOString()} />;

/** From when to when a price was seen. */
const Period = ({ from_at, confirmed_at, ended_at }: PriceRow) =>
  ended_at
    ? rich('{day} to {day2}', { day: <Day at={from_at} />, day2: <Day at={ended_at} /> })
    : rich('Since {day}{value}', {
        day: <Day at={from_at} />,
        value: <span class="quiet price-confirmed">{rich('Confirmed on {day}', { day: <Day at={confirmed_at} /> })}</span>,
      });

/** What each plan cost from when to when. */
export const PriceHistory = ({ prices }: { prices: PriceRow[] }) =>
  prices.length > 0 ? (
    <Block id="prices" heading={t('Price history')}>
      {[...Map.groupBy(prices, ({ plan }) => plan.toLowerCase()).values()].map((of_plan) => (
        <div class="price-plan">
          <h3 dir="auto">{of_plan[0]!.plan}</h3>
          {of_plan.length > 1 && <PriceSteps prices={of_plan} />}
          <div class="table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('Price')}</th>
                  <th scope="col">{t('Seen')}</th>
                  <th scope="col">{t('Quote')}</th>
                </tr>
              </thead>
              <tbody>
                {of_plan.toReversed().map((price) => (
                  <tr>
                    <td>{formatPlanPrice(price)}</td>
                    <td>
                      <Period {...price} />
                    </td>
                    <td>
                      <ExternalLink href={price.url}>
                        <q dir="auto">{price.quote}</q>
                      </ExternalLink>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ))}
    </Block>
  ) : null;
