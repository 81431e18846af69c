import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { PRODUCT_TABLE } from '../../../../modules/orders/products.ts';
import { listPromoCodes } from '../../../../modules/orders/promo-codes/promo-codes.ts';
import type { PromoCodeReport } from '../../../../modules/orders/promo-codes/queries.ts';
import { isDiscountable } from '../../../../modules/orders/promo-codes/rules.ts';
import { adminPaths } from '../../../paths.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { Form, submittedTo } from '../../../ui/form.tsx';
import { formatCount, formatDay, formatDollars, formatPercent } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { AdminFields, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const DISCOUNTABLE_PRODUCTS = PRODUCT_TABLE.filter(({ code }) => isDiscountable(code));

const productNames = (codes: string[]): string =>
  DISCOUNTABLE_PRODUCTS.flatMap(({ code, name }) => (codes.includes(code) ? [name] : [])).join(', ');

/** What a code gives and to whom: "20% off Launch, 1 November to 30 November, once per account". */
const describeTerms = ({ percent, amount_cents, products, starts_on, ends_on, uses_per_account }: PromoCodeReport): string =>
  [
    t('{discount} off {products}', {
      discount: percent === null ? formatDollars(amount_cents!) : formatPercent(percent / 100),
      products: products.length > 0 ? productNames(products) : t('everything'),
    }),
    starts_on && t('from {day}', { day: formatDay(starts_on) }),
    ends_on && t('until {day}', { day: formatDay(ends_on) }),
    uses_per_account && t('{n, plural, one {# use} other {# uses}} per account', { n: uses_per_account }),
  ]
    .filter(Boolean)
    .join(', ');

interface Column {
  name: string;
  format(row: PromoCodeReport): string;
}

const COLUMNS: Column[] = texts<Column[]>([
  {
    name: msg('Uses'),
    format: ({ paid, max_uses }) =>
      max_uses === null ? formatCount(paid) : t('{count} of {total}', { count: formatCount(paid), total: formatCount(max_uses) }),
  },
  { name: msg('Reserved'), format: ({ pending }) => formatCount(pending) },
  { name: msg('Discounts'), format: ({ discount_cents }) => formatDollars(discount_cents) },
  { name: msg('Revenue'), format: ({ revenue_cents }) => formatDollars(revenue_cents) },
]);

const CodeRow = ({ row }: { row: PromoCodeReport }) => (
  <tr>
    <th scope="row">
      <code>{row.code}</code>
      <span class="promo-terms quiet">{describeTerms(row)}</span>
    </th>
    {COLUMNS.map(({ name, format }) => (
      <td class="cents" data-label={name}>
        {format(row)}
      </td>
    ))}
    <td data-label={t('Status')}>
      <Form action={adminPaths.setPromoCodeActive({ id: row.id })} hidden={{ active: row.active ? 'no' : 'yes' }} class="promo-status">
        <span>{row.active ? t('Active') : t('Inactive')}</span>
        <button class="button" type="submit">
          {row.active ? t('Deactivate') : t('Activate')}
          <HiddenName name={row.code} />
        </button>
      </Form>
    </td>
  </tr>
);

/** On phones a row is shown as a list, so each cell carries the name of its column. */
const CodeTable = ({ rows }: { rows: PromoCodeReport[] }) => (
  <section class="scroll" aria-label={t('Promo codes')} tabindex={0}>
    <table class="books books-wide promo-codes">
      <thead>
        <tr>
          <th scope="col">{t('Code')}</th>
          {COLUMNS.map(({ name }) => (
            <th scope="col" class="cents">
              {name}
            </th>
          ))}
          <th scope="col" class="cents">
            {t('Status')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CodeRow row={row} />
        ))}
      </tbody>
    </table>
  </section>
);

const ProductChoices = () => {
  const values = submittedTo(adminPaths.promoCodes())?.values ?? {};
  return (
    <fieldset class="choices">
      <legend>{t('Products it applies to')}</legend>
      {DISCOUNTABLE_PRODUCTS.map(({ code, name }) => (
        <div class="choice">
          <input id={`promo-${code}`} name={`product.${code}`} type="checkbox" value="on" checked={values[`product.${code}`] === 'on'} />
          <label for={`promo-${code}`}>{name}</label>
        </div>
      ))}
      <p class="quiet">{t('Leave all unticked to apply it to everything except the billboard.')}</p>
    </fieldset>
  );
};

const CreateForm = () => {
  const form = { action: adminPaths.promoCodes() };
  return (
    <Form {...form} class="form narrow">
      <AdminFields
        {...form}
        fields={[
          {
            name: 'code',
            label: t('Code'),
            type: 'code',
            max_length: 32,
            required: true,
            hint: t('Such as SPRING20. Not case-sensitive.'),
          },
          { name: 'percent', label: t('Percent off'), type: 'whole', max_length: 3 },
          { name: 'amount', label: t('Or amount off in dollars'), type: 'amount', max_length: 16, hint: t('Once per order, without VAT.') },
        ]}
      />
      <ProductChoices />
      <AdminFields
        {...form}
        fields={[
          { name: 'starts_on', label: t('First day (optional)'), type: 'day' },
          { name: 'ends_on', label: t('Last day (optional)'), type: 'day' },
          { name: 'max_uses', label: t('Maximum uses (optional)'), type: 'whole', max_length: 9 },
          { name: 'uses_per_account', label: t('Maximum uses per account (optional)'), type: 'whole', max_length: 9, value: 1 },
        ]}
      />
      <button class="button button-main" type="submit">
        {t('Create promo code')}
      </button>
    </Form>
  );
};

export const promoCodesPage = adminPage({
  name: 'admin_promo_codes',
  path: adminPaths.promoCodes,
  load: async (ctx) => ({ rows: await listPromoCodes(ctx) }),
  title: msg('Promo codes'),
  description: msg('Discount codes of this site, with their uses and revenue.'),
  lede: msg('Discounts that buyers get with a code. Revenue and discounts are without VAT, from paid orders less refunds.'),
  done: {
    created: msg('Promo code created.'),
    changed: msg('Saved. Orders that already use the code keep their discount.'),
    unchanged: msg('No changes to save.'),
  },
  view: ({ rows }) => (
    <>
      {rows.length > 0 ? (
        <>
          <CodeTable rows={rows} />
          <p class="more">
            <a href={adminPaths.promoCodesFile()}>{t('Download as CSV')}</a>
          </p>
        </>
      ) : (
        <Empty title={t('No promo codes yet.')} />
      )}
      <AdminSection id="create" title={t('New promo code')}>
        <CreateForm />
      </AdminSection>
    </>
  ),
});
