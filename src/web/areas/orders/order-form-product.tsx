import type { InputError } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import type { ListingOffer } from '../../../modules/orders/quote/quote.ts';
import type { Product } from '../../../modules/orders/schema.ts';
import { ChoiceField, type ChoiceOption, FieldNotes, InputField, type InputFieldProps } from '../../ui/form.tsx';
import { ariaProps } from '../../ui/form-state.ts';
import { formatPrice } from '../../ui/format.tsx';
import { OPTION_HINTS, optionName } from '../../ui/order/options.ts';
import { weekOptions } from '../../ui/order/weeks.ts';
import { CATEGORY_FIELDS, isChosen, type OrderValues, offeredOptions } from './order-values.ts';

export interface OrderFormState {
  values: OrderValues;
  errors: InputError[];
  categories: CategoryNode[];
  /** Slugs of the listing's current categories. */
  own_categories: string[];
}

/** Element id of a field. Dots are replaced because they mean a class in CSS selectors. */
export const orderFieldId = (name: string): string => `order-${name.replaceAll('.', '-')}`;
export const orderErrorAt = ({ errors }: Pick<OrderFormState, 'errors'>, name: string): InputError | undefined =>
  errors.find(({ path }) => path === name);

const categoryChoices = (nodes: CategoryNode[], depth = 0): ChoiceOption[] =>
  nodes.flatMap(({ slug, name, subcategories }) => [
    { value: slug, name: `${'\u2003'.repeat(depth)}${name}` },
    ...categoryChoices(subcategories, depth + 1),
  ]);

/** The first field with an error takes the focus. */
const isFirst = ({ errors }: Pick<OrderFormState, 'errors'>, name: string): boolean => errors[0]?.path === name;

type OrderTextFieldProps = Pick<InputFieldProps, 'name' | 'label' | 'hint' | 'maxlength' | 'type'> & { form_state: OrderFormState };

type OrderChoiceFieldProps = Pick<Parameters<typeof ChoiceField>[0], 'name' | 'label' | 'none' | 'options' | 'hint'> & {
  form_state: OrderFormState;
};

const OrderChoiceField = ({ form_state, ...field }: OrderChoiceFieldProps) => (
  <ChoiceField
    {...field}
    id={orderFieldId(field.name)}
    value={form_state.values[field.name]}
    error={orderErrorAt(form_state, field.name)}
    first={isFirst(form_state, field.name)}
  />
);

const Weeks = ({ offer, form_state }: { offer: ListingOffer; form_state: OrderFormState }) => (
  <OrderChoiceField
    form_state={form_state}
    name={`${offer.code}.week`}
    label={t('Launch week')}
    options={weekOptions(offer)}
    hint={offer.week_required ? undefined : t('Every week costs the same. A full week has seven days of votes.')}
  />
);

const OrderTextField = ({ form_state: { errors, values }, ...field }: OrderTextFieldProps) => (
  <InputField {...field} id={orderFieldId(field.name)} form={{ errors, values: values as Record<string, string>, status: 200 }} />
);

const Categories = ({ offer, form_state }: { offer: ListingOffer; form_state: OrderFormState }) => {
  const options = categoryChoices(form_state.categories).map((choice) => ({
    ...choice,
    disabled: form_state.own_categories.includes(choice.value),
  }));
  return CATEGORY_FIELDS.map((field, i) => (
    <OrderChoiceField
      form_state={form_state}
      name={`${offer.code}.${field}`}
      label={t('Category {value}', { value: i + 1 })}
      none={i === 0 ? t('Choose a category') : t('None')}
      options={options}
    />
  ));
};

const Options = ({ offer, form_state }: { offer: ListingOffer; form_state: OrderFormState }) =>
  offeredOptions(offer).map(([option, { enum: values, description, maxLength }]) => {
    const field = {
      form_state,
      name: `${offer.code}.options.${option}`,
      label: optionName(option),
      hint: OPTION_HINTS[option] ?? description,
    };
    return values ? (
      <OrderChoiceField {...field} none={t('Choose one')} options={values.map((value) => ({ value, name: optionName(value) }))} />
    ) : (
      <OrderTextField {...field} maxlength={maxLength} />
    );
  });

export const PriceTag = ({ product: { price_cents, minimum_cents } }: { product: Product }) => (
  <p class="price-tag">
    {price_cents === null && t('from ')}
    <strong>{formatPrice(price_cents ?? minimum_cents!)}</strong>
  </p>
);

interface ProductOfferProps {
  offer: ListingOffer;
  form_state: OrderFormState;
  /** The name of the field in which it is one of several alternatives. */
  group?: string;
}

/** One product: its checkbox or radio button, and the fields it needs once it is chosen. */
export const ProductOffer = ({ offer, form_state, group }: ProductOfferProps) => {
  const { code } = offer;
  const id = orderFieldId(code);
  const error = orderErrorAt(form_state, code);
  const has_fields = offer.weeks || offer.minimum_cents !== null || offer.options || code === 'extra_categories';
  return (
    <li class="offer">
      <div class="offer-head">
        <div class="choice">
          <input
            id={id}
            name={group ?? code}
            type={group ? 'radio' : 'checkbox'}
            value={group ? code : 'on'}
            checked={isChosen(form_state.values, code)}
            {...ariaProps(id, { error, first: isFirst(form_state, code) })}
            aria-describedby={[error && `${id}-error`, `${id}-says`].filter(Boolean).join(' ')}
          />
          <label for={id}>{offer.name}</label>
        </div>
        <PriceTag product={offer} />
      </div>
      <p class="offer-says" id={`${id}-says`}>
        {offer.description}
        {offer.with_launch && t(' The product isn’t live yet, so order it together with Launch.')}
      </p>
      <FieldNotes id={id} label={offer.name} error={error} />
      {has_fields && (
        <div class="offer-more">
          {offer.weeks && <Weeks offer={offer} form_state={form_state} />}
          {offer.minimum_cents !== null && (
            <OrderTextField
              name={`${code}.amount`}
              label={t('Amount in dollars')}
              type="amount"
              form_state={form_state}
              hint={t('{minimum_cents} or more.', { minimum_cents: formatPrice(offer.minimum_cents) })}
              maxlength={16}
            />
          )}
          {code === 'extra_categories' && <Categories offer={offer} form_state={form_state} />}
          {offer.options && <Options offer={offer} form_state={form_state} />}
        </div>
      )}
    </li>
  );
};
