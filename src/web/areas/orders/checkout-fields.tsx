import { rich, t } from '../../../kernel/language/messages.ts';
import type { OrderWeeks } from '../../../modules/orders/checkout/checkout.ts';
import type { Billing } from '../../../modules/orders/queries.ts';
import { orderPaths } from '../../paths.ts';
import { ActionChoiceField, Field, Form } from '../../ui/form.tsx';
import { formatWeekDates, WeekDates } from '../../ui/format.tsx';
import { billingCountries } from '../../ui/order/options.ts';
import { RelativeTime } from '../../ui/times.tsx';

export const BillingFields = ({ action, defaults }: { action: string; defaults: Partial<Billing> }) => {
  const shared = { action };
  return (
    <div class="stack billing">
      <Field {...shared} name="name" label={t('Your name')} value={defaults.name} autocomplete="name" required maxlength={120} />
      <Field
        {...shared}
        name="email"
        label={t('Email for the receipt')}
        type="email"
        value={defaults.email}
        autocomplete="email"
        required
        maxlength={254}
      />
      <ActionChoiceField
        {...shared}
        name="country"
        label={t('Country')}
        none={t('Choose a country')}
        options={billingCountries()}
        value={defaults.country}
        autocomplete="country"
      />
      <Field
        {...shared}
        name="address"
        label={t('Street address')}
        value={defaults.address}
        rows={2}
        autocomplete="street-address"
        required
        maxlength={300}
      />
      <div class="pairs billing-pair">
        <Field
          {...shared}
          name="postal_code"
          label={t('Postal code')}
          value={defaults.postal_code}
          autocomplete="postal-code"
          maxlength={20}
        />
        <Field {...shared} name="city" label={t('City')} value={defaults.city} autocomplete="address-level2" required maxlength={120} />
      </div>
      <Field
        {...shared}
        name="company"
        label={t('Company (optional)')}
        value={defaults.company}
        autocomplete="organization"
        maxlength={160}
      />
      <Field
        {...shared}
        name="vat_number"
        label={t('VAT number (EU businesses)')}
        type="code"
        value={defaults.vat_number}
        hint={t('With a valid VAT number from an EU country other than the seller’s, no VAT is charged.')}
        autocomplete="off"
        maxlength={32}
      />
    </div>
  );
};

type Line = OrderWeeks['lines'][number];

const WeekState = ({ line }: { line: Line }) => {
  if (line.held_until)
    return (
      <>
        {rich('is reserved for you. The reservation ends {relativeTime}.', {
          relativeTime: <RelativeTime at={line.held_until} />,
        })}
      </>
    );
  if (line.has_slot) return <>{t('is already yours.')}</>;
  if (line.left === null) return <>{t('is no longer available. Choose another one.')}</>;
  if (line.left === 0) return <>{t('is full, and your reservation has ended. Choose another one.')}</>;
  return <>{t('is no longer reserved for you but still has room. We’ll reserve it again when you pay.')}</>;
};

const AnotherWeek = ({ number, line, weeks }: { number: string; line: Line; weeks: OrderWeeks }) => {
  const action = orderPaths.changeWeek({ number, line_id: line.line_id });
  return (
    <Form action={action}>
      <ActionChoiceField
        action={action}
        name="week"
        label={t('Another week for {name}', { name: line.name })}
        value={null}
        options={weeks.free.map(({ week_on, left }) => ({
          value: week_on,
          name: t('{week_on}, {n, plural, one {# slot} other {# slots}} left', { week_on: formatWeekDates(week_on), n: left }),
        }))}
      />
      <button class="button" type="submit">
        {t('Change week')}
      </button>
    </Form>
  );
};

/** The launch weeks of an unpaid order, with a form to choose another week where one is no longer held. */
export const OrderWeekList = ({ number, weeks }: { number: string; weeks: OrderWeeks }) => (
  <section class="block" aria-labelledby="weeks">
    <h2 id="weeks">
      {t('Launch')} {weeks.lines.length > 1 ? t('weeks') : t('week')}
    </h2>
    {weeks.lines.map((line) => (
      <div class={line.left === 0 && !line.held_until && !line.has_slot ? 'notice' : undefined}>
        <p>
          {rich('The week of {weekDates} {weekState}', {
            weekDates: <WeekDates monday={line.week_on} />,
            weekState: <WeekState line={line} />,
          })}
        </p>
        {!line.held_until && !line.has_slot && weeks.free.length > 0 && <AnotherWeek number={number} line={line} weeks={weeks} />}
      </div>
    ))}
  </section>
);
