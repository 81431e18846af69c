import type { ComponentChildren } from 'preact';
import type { Here } from '../page.ts';
import { FieldNotes } from './form.tsx';
import { faultAt, fieldId, heldIn, marksOf, sentTo } from './marks.ts';

export interface Choice {
  value: string;
  name: string;
  /** Shown and not to be chosen. */
  disabled?: boolean;
}

interface ChoiceFieldProps {
  id: string;
  name: string;
  label: string;
  /** What stands for no choice. */
  none?: string;
  offered: readonly Choice[];
  value: string | null | undefined;
  error?: { message: string };
  /** Whether it is the first of its form that is wrong. */
  first?: boolean;
  hint?: string;
  autocomplete?: string;
}

/** One choice of many with its label. What was chosen stays chosen, also where it is not on offer any more. */
export const ChoiceField = ({ id, name, label, none, offered, value, error, first, hint, autocomplete }: ChoiceFieldProps) => {
  const known = !value || offered.some((choice) => choice.value === value);
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <label for={id}>{label}</label>
      <select id={id} name={name} autocomplete={autocomplete} {...marksOf(id, { error, hint, first })}>
        {none !== undefined && <option value="">{none}</option>}
        {!known && (
          <option value={value ?? ''} selected>
            {value}
          </option>
        )}
        {offered.map((choice) => (
          <option value={choice.value} selected={choice.value === value} disabled={choice.disabled}>
            {choice.name}
          </option>
        ))}
      </select>
      <FieldNotes id={id} label={label} error={error} hint={hint} />
    </div>
  );
};

interface SentChoiceProps extends Omit<ChoiceFieldProps, 'id' | 'error' | 'first'> {
  action: string;
  here: Here;
}

/** The same in a form that is sent to an action. */
export const SentChoice = ({ action, here, value, ...field }: SentChoiceProps): ComponentChildren => {
  const form = sentTo(action, here);
  const error = faultAt(form?.errors, field.name);
  return (
    <ChoiceField
      {...field}
      id={fieldId(action, field.name)}
      value={heldIn(form, field.name, value)}
      error={error}
      first={error !== undefined && error === form?.errors[0]}
    />
  );
};
