import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { type AttributeDefinition, PAYMENT_PERIODS } from '../../../modules/catalog/attributes/kinds.ts';
import { type ChoiceOption, INPUT_TYPES, SelectOptions } from '../form.tsx';
import { type FormValues, fieldElementId } from '../form-values.ts';
import { humanize } from '../format.tsx';
import { attributeFieldName } from './values.ts';

interface AttributeFieldProps {
  definition: AttributeDefinition;
  values: FormValues;
  error: string | undefined;
  /** True if it is the form's first error, and nothing else takes the focus. */
  takes_focus?: boolean;
}

const YES_NO: ChoiceOption[] = texts([
  { value: 'yes', name: msg('Yes') },
  { value: 'no', name: msg('No') },
]);
const PERIOD_NAMES: Record<(typeof PAYMENT_PERIODS)[number], string> = texts({
  month: msg('per month'),
  year: msg('per year'),
  week: msg('per week'),
  day: msg('per day'),
  once: msg('once'),
});
const listPeriods = (): ChoiceOption[] => PAYMENT_PERIODS.map((period) => ({ value: period, name: PERIOD_NAMES[period] }));
const COMMON_CURRENCIES = ['USD', 'EUR', 'GBP'];
const CURRENCY_OPTIONS: ChoiceOption[] = [...new Set([...COMMON_CURRENCIES, ...Intl.supportedValuesOf('currency')])].map((code) => ({
  value: code,
  name: code,
}));

const MAX_LENGTHS = { number: 30, list: 6000, text: 300 };

/** The field of an attribute: yes or no, a number, a price, a list with commas, or a text. */
export const AttributeField = ({ definition, values, error, takes_focus }: AttributeFieldProps) => {
  const { key, kind, name: title, unit, options } = definition;
  const name = attributeFieldName(key);
  const id = fieldElementId(name);
  const hint =
    kind === 'list'
      ? options
        ? t('With commas, such as {join}', { join: options.slice(0, 3).join(', ') })
        : t('With commas')
      : kind === 'number'
        ? unit
        : null;
  const aria = {
    autofocus: takes_focus || undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
  };
  const choice = (part: 'currency' | 'period', none: string, choices: ChoiceOption[]) => (
    <>
      <label class="unseen" for={`${id}-${part}`}>
        {title}: {none.toLowerCase()}
      </label>
      <select id={`${id}-${part}`} name={`${name}[${part}]`}>
        <SelectOptions none={none} options={choices} value={values[`${name}[${part}]`]} nameOf={humanize} />
      </select>
    </>
  );
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <p class="draft-label">
        <label for={id}>{title}</label>
        {hint && (
          <span class="quiet" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </p>
      {kind === 'boolean' && (
        <select id={id} name={name} {...aria}>
          <SelectOptions none={t('Not stated')} options={YES_NO} value={values[name]} />
        </select>
      )}
      {kind === 'money' && (
        <div class="money-field">
          <input
            id={id}
            name={`${name}[amount]`}
            {...INPUT_TYPES.amount}
            maxlength={20}
            value={values[`${name}[amount]`] ?? ''}
            {...aria}
          />
          {choice('currency', t('Currency'), CURRENCY_OPTIONS)}
          {choice('period', t('How often'), listPeriods())}
        </div>
      )}
      {kind !== 'boolean' && kind !== 'money' && (
        <input
          id={id}
          name={name}
          {...(kind === 'number' ? INPUT_TYPES.amount : INPUT_TYPES.text)}
          maxlength={MAX_LENGTHS[kind]}
          value={values[name] ?? ''}
          dir="auto"
          autocomplete="off"
          {...aria}
        />
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
};
