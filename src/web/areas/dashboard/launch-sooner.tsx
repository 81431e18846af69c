import { rich, t } from '../../../kernel/language/messages.ts';
import { findSoonerOffers, type ListingOffers } from '../../../modules/orders/quote/quote.ts';
import { orderFormWith } from '../../paths.ts';
import { Block } from '../../ui/elements.tsx';
import { formatPrice, WeekDates } from '../../ui/format.tsx';

/** Offers what launches a listing before the week it has. */
export const LaunchSooner = ({ offers }: { offers: ListingOffers }) => {
  const { id, launch_week_on } = offers.listing;
  const sooner = findSoonerOffers(offers);
  return sooner.length > 0 ? (
    <Block id="sooner" heading={t('Launch sooner')}>
      <p>
        {rich('Your free launch is in the week of {weekDates}. You can buy an earlier one:', {
          weekDates: <WeekDates monday={launch_week_on!} />,
        })}
      </p>
      <ul class="rows rows-roomy">
        {sooner.map(({ code, name, description, price_cents, weeks, week_required }) => (
          <li class="split">
            <div>
              <strong>
                {name}, {formatPrice(price_cents!)}
              </strong>
              <p class="quiet">{description}</p>
              <p class="quiet">
                {t('Earliest week:')} {weeks?.[0] && <WeekDates monday={weeks[0].launch_week_on} />}
                {!week_required && (weeks?.[0] ? t(', or today') : t('today'))}
              </p>
            </div>
            <a class="button" href={orderFormWith(id, code)}>
              {t('Choose {name}', { name })}
            </a>
          </li>
        ))}
      </ul>
    </Block>
  ) : null;
};
