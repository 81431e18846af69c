import type { InputError } from '../../kernel/errors.ts';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import type { OfferFor } from '../../modules/orders/offers.ts';
import { price } from '../money.ts';
import { counted, label } from '../wording.ts';
import { type Choice, ChoiceField } from './choice-field.tsx';
import { FieldNotes, InputField, type InputFieldProps } from './form.tsx';
import { marksOf } from './marks.ts';
import { CATEGORY_SLOTS, type OrderValues, optionsOf } from './order-values.ts';
import { sayDay } from './time.tsx';

export interface Sheet {
  values: OrderValues;
  errors: InputError[];
  categories: CategoryNode[];
  /** Slugs the listing has already. */
  has: string[];
}

/** Fields are called what they are sent as; a dot in an id would read as a class. */
export const idOf = (name: string): string => `order-${name.replaceAll('.', '-')}`;
export const errorAt = ({ errors }: Pick<Sheet, 'errors'>, name: string): InputError | undefined =>
  errors.find(({ path }) => path === name);

const everyOne = (nodes: CategoryNode[], depth = 0): Choice[] =>
  nodes.flatMap(({ slug, name, subcategories = [] }) => [
    { value: slug, name: `${'\u2003'.repeat(depth)}${name}` },
    ...everyOne(subcategories, depth + 1),
  ]);

const Weeks = ({ offer, sheet }: { offer: OfferFor; sheet: Sheet }) => {
  const name = `${offer.code}.week`;
  return (
    <ChoiceField
      id={idOf(name)}
      name={name}
      label="Week"
      none={offer.week_required ? 'Choose a week' : 'Go live at once'}
      offered={offer.weeks!.map(({ week, room }) => ({ value: week, name: `${sayDay(week)}, ${counted(room, 'place')} left` }))}
      value={sheet.values[name]}
      error={errorAt(sheet, name)}
      first={isFirst(sheet, name)}
      hint={offer.week_required ? undefined : 'A week ahead costs nothing more.'}
    />
  );
};

/** Whether the focus goes there: to the first that is wrong. */
const isFirst = ({ errors }: Pick<Sheet, 'errors'>, name: string): boolean => errors[0]?.path === name;

type TextProps = Pick<InputFieldProps, 'name' | 'label' | 'hint' | 'maxlength' | 'type'> & { sheet: Sheet };

const Text = ({ sheet: { errors, values }, ...field }: TextProps) => (
  <InputField {...field} id={idOf(field.name)} form={{ errors, values: values as Record<string, string>, status: 200 }} />
);

const Categories = ({ offer, sheet }: { offer: OfferFor; sheet: Sheet }) => {
  const offered = everyOne(sheet.categories).map((choice) => ({ ...choice, disabled: sheet.has.includes(choice.value) }));
  return (
    <>
      {CATEGORY_SLOTS.map((slot, i) => {
        const name = `${offer.code}.${slot}`;
        return (
          <ChoiceField
            id={idOf(name)}
            name={name}
            label={`Category ${i + 1}`}
            none={i === 0 ? 'Choose a category' : 'None'}
            offered={offered}
            value={sheet.values[name]}
            error={errorAt(sheet, name)}
            first={isFirst(sheet, name)}
          />
        );
      })}
    </>
  );
};

const Options = ({ offer, sheet }: { offer: OfferFor; sheet: Sheet }) => (
  <>
    {optionsOf(offer).map(([option, schema]) => {
      const name = `${offer.code}.options.${option}`;
      return schema.enum ? (
        <ChoiceField
          id={idOf(name)}
          name={name}
          label={label(option)}
          none="Choose one"
          offered={schema.enum.map((value) => ({ value, name: label(value) }))}
          value={sheet.values[name]}
          error={errorAt(sheet, name)}
          first={isFirst(sheet, name)}
          hint={schema.description}
        />
      ) : (
        <Text name={name} label={label(option)} sheet={sheet} hint={schema.description} maxlength={schema.maxLength} />
      );
    })}
  </>
);

/** One thing that can be ordered: a box to tick, and what it needs to know once it is. */
export const Offer = ({ offer, sheet }: { offer: OfferFor; sheet: Sheet }) => {
  const { code } = offer;
  const id = idOf(code);
  const error = errorAt(sheet, code);
  const more = offer.weeks || offer.minimum_cents !== null || offer.options || code === 'extra_categories';
  return (
    <li class="offer">
      <div class="offer-head">
        <div class="choice">
          <input
            id={id}
            name={code}
            type="checkbox"
            value="on"
            checked={sheet.values[code] === 'on'}
            {...marksOf(id, { error, first: isFirst(sheet, code) })}
            aria-describedby={[error && `${id}-error`, `${id}-says`].filter(Boolean).join(' ')}
          />
          <label for={id}>{offer.name}</label>
        </div>
        <p class="price-tag">
          {offer.price_cents === null && 'from '}
          <strong>{price(offer.price_cents ?? offer.minimum_cents!)}</strong>
        </p>
      </div>
      <p class="offer-says" id={`${id}-says`}>
        {offer.description}
        {offer.with_launch && ' Only together with Launch, while the product is not live.'}
      </p>
      <FieldNotes id={id} label={offer.name} error={error} />
      {more && (
        <div class="offer-more">
          {offer.weeks && <Weeks offer={offer} sheet={sheet} />}
          {offer.minimum_cents !== null && (
            <Text
              name={`${code}.amount`}
              label="Amount in dollars"
              type="amount"
              sheet={sheet}
              hint={`${price(offer.minimum_cents)} or more.`}
              maxlength={16}
            />
          )}
          {code === 'extra_categories' && <Categories offer={offer} sheet={sheet} />}
          {offer.options && <Options offer={offer} sheet={sheet} />}
        </div>
      )}
    </li>
  );
};
