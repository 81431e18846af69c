import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { t } from '../../kernel/language/messages.ts';
import type { SubmittedForm } from '../server/page.ts';
import { ariaProps, errorFor, fieldId, fieldValue, submittedTo, submittedWith } from './form-state.ts';

export { submittedTo };

/** Why a form was rejected. Takes the focus, since the page was reloaded. */
export const FormError = ({ children }: { children: ComponentChildren }) => (
  <div class="form-trouble" role="alert" {...{ tabindex: -1, autofocus: true }}>
    {children}
  </div>
);

interface CheckResultProps {
  found?: boolean;
  class?: string;
  children: ComponentChildren;
}

/** What a check found that the form beside it started. Takes the focus, so that a reloaded page shows it. */
export const CheckResult = ({ found, class: name, children }: CheckResultProps) => (
  <p
    class={['check-result', found && 'check-result-found', name].filter(Boolean).join(' ')}
    role="status"
    dir="auto"
    {...{ tabindex: -1, autofocus: true }}
  >
    {children}
  </p>
);

interface FormProps {
  action: string;
  /** Hidden fields. */
  hidden?: Record<string, string | null | undefined>;
  class?: string;
  /** True for a form with file uploads. */
  takes_files?: boolean;
  /** True where submitting twice would create two things: adds an idempotency key. */
  once?: boolean;
  /** True where in-place.js replaces only the part of the page that the form is in. */
  in_place?: boolean;
  /** True where the page says elsewhere why the form was refused. */
  hides_message?: boolean;
  children: ComponentChildren;
}

/** The idempotency key of a rendered form. */
export const FormKey = () => <input type="hidden" name="once" value={randomUUID()} />;

const describeOutdated = () => t('This page is out of date. Reload it, then try again.');

/** A form for an action. Errors about the form as a whole appear above its fields. */
export const Form = ({ action, hidden = {}, class: name = 'form', takes_files, once, in_place, hides_message, children }: FormProps) => {
  const form = hides_message ? undefined : submittedWith(action, hidden);
  const message = form?.message ?? (form?.errors.some(({ path }) => path in hidden) ? describeOutdated() : null);
  return (
    <form
      method="post"
      action={action}
      class={name}
      enctype={takes_files ? 'multipart/form-data' : undefined}
      {...(in_place && { 'data-in-place': true })}
    >
      {message && <FormError>{message}</FormError>}
      {once && <FormKey />}
      {Object.entries(hidden).map(([field, value]) => value && <input type="hidden" name={field} value={value} />)}
      {children}
    </form>
  );
};

interface FieldNotesProps {
  /** The id of the field these notes describe. */
  id: string;
  label: string;
  error: { message: string } | undefined;
  hint?: string;
}

/** Error messages start with the label, without what is in brackets; labels that are questions or long phrases are replaced by "This". */
const errorSubject = (label: string): string =>
  /[,?]|^(why|what|how|warum|was|wie|qué|cómo) /i.test(label) ? t('This') : label.replace(/ \([^()]*\)$/, '');

/** The error and hint below a field. */
export const FieldNotes = ({ id, label, error, hint }: FieldNotesProps) => (
  <>
    {error && (
      <p class="field-error" id={`${id}-error`}>
        {errorSubject(label)} {error.message}.
      </p>
    )}
    {hint && (
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

/** For input that is not prose: no autocorrection. */
const PLAIN = { autocapitalize: 'none', spellcheck: false } as const;

/** Input attributes by type of value, so that phones show the right keyboard. */
export const INPUT_TYPES = {
  text: { type: 'text' },
  email: { type: 'email', ...PLAIN },
  password: { type: 'password' },
  /** A website, with or without https://. */
  website: { type: 'text', inputMode: 'url', ...PLAIN },
  link: { type: 'url', ...PLAIN },
  code: { type: 'text', ...PLAIN },
  whole: { type: 'text', inputMode: 'numeric' },
  amount: { type: 'text', inputMode: 'decimal' },
  day: { type: 'date' },
} as const;

export type InputType = keyof typeof INPUT_TYPES;

export interface InputFieldProps {
  id: string;
  name: string;
  label: string;
  /** Context for the label, for screen readers. */
  about?: ComponentChildren;
  form: Pick<SubmittedForm, 'errors' | 'values' | 'status'> | undefined;
  value?: string | number | null;
  /** More than one row makes it a textarea. */
  rows?: number;
  type?: InputType;
  hint?: string;
  autocomplete?: string;
  required?: boolean;
  maxlength?: number;
  /** The id of a list of suggestions. */
  list?: string;
  /** False where something else takes the focus on errors. */
  takes_focus?: boolean;
}

/** The initial height of a textarea. */
const boxClass = (rows: number): string | undefined => (rows < 4 ? 'short-box' : rows < 10 ? undefined : 'tall-box');

/** A field with its label. After an error it keeps the submitted value (except passwords) and shows the message. */
export const InputField = ({ id, name, label, about, form, value, rows = 1, type = 'text', hint, ...more }: InputFieldProps) => {
  const { autocomplete = 'off', required, maxlength, list, takes_focus = true } = more;
  const error = errorFor(form?.errors, name);
  const field_value = fieldValue(form as SubmittedForm | undefined, name, value);
  const aria = ariaProps(id, { error, hint, first: takes_focus && error !== undefined && error === form?.errors[0] });
  const shared = { id, name, required, dir: 'auto' as const, autocomplete, ...aria };
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <label for={id}>
        {label}
        {about}
      </label>
      {rows > 1 ? (
        <textarea {...shared} class={boxClass(rows)} rows={rows} maxlength={maxlength} value={field_value} />
      ) : (
        <input
          {...shared}
          // The attribute types allow only one input type at a time.
          {...(INPUT_TYPES[type] as { type: 'text' })}
          maxlength={type === 'day' ? undefined : maxlength}
          list={list}
          value={type === 'password' ? undefined : field_value}
        />
      )}
      <FieldNotes id={id} label={label} error={error} hint={hint} />
    </div>
  );
};

interface FieldProps extends Omit<InputFieldProps, 'id' | 'form'> {
  action: string;
}

/** A field of an action's form. */
export const Field = ({ action, ...field }: FieldProps) => (
  <InputField {...field} id={fieldId(action, field.name)} form={submittedTo(action)} />
);

export interface ChoiceOption {
  value: string;
  name: string;
  /** Shown but not selectable. */
  disabled?: boolean;
}

interface SelectOptionsProps {
  /** The label of the empty option. */
  none?: string;
  options: readonly ChoiceOption[];
  value: string | null | undefined;
}

/** The options of a select. A current value that is not among them is added, so that submitting does not drop it. */
export const SelectOptions = ({ none, options, value, nameOf = String }: SelectOptionsProps & { nameOf?: (value: string) => string }) => (
  <>
    {none !== undefined && <option value="">{none}</option>}
    {value && !options.some((option) => option.value === value) && (
      <option value={value} selected>
        {nameOf(value)}
      </option>
    )}
    {options.map((option) => (
      <option value={option.value} selected={option.value === value} disabled={option.disabled}>
        {option.name}
      </option>
    ))}
  </>
);

interface ChoiceFieldProps extends SelectOptionsProps {
  id: string;
  name: string;
  label: string;
  error?: { message: string };
  /** True if it is the form's first error. */
  first?: boolean;
  hint?: string;
  autocomplete?: string;
}

/** A labelled select. */
export const ChoiceField = ({ id, name, label, none, options, value, error, first, hint, autocomplete }: ChoiceFieldProps) => (
  <div class={error ? 'field field-wrong' : 'field'}>
    <label for={id}>{label}</label>
    <select id={id} name={name} autocomplete={autocomplete} {...ariaProps(id, { error, hint, first })}>
      <SelectOptions none={none} options={options} value={value} />
    </select>
    <FieldNotes id={id} label={label} error={error} hint={hint} />
  </div>
);

interface ActionChoiceFieldProps extends Omit<ChoiceFieldProps, 'id' | 'error' | 'first'> {
  action: string;
}

/** A select in an action's form. */
export const ActionChoiceField = ({ action, value, ...field }: ActionChoiceFieldProps): ComponentChildren => {
  const form = submittedTo(action);
  const error = errorFor(form?.errors, field.name);
  return (
    <ChoiceField
      {...field}
      id={fieldId(action, field.name)}
      value={fieldValue(form, field.name, value)}
      error={error}
      first={error !== undefined && error === form?.errors[0]}
    />
  );
};

export interface ErrorLink {
  /** The id of the field. */
  id: string;
  of: string;
  says: string;
}

/** All errors of a long form, each with a link to its field. */
export const ErrorSummary = ({ lines, message }: { lines: ErrorLink[]; message?: string | null }) =>
  lines.length > 0 || message ? (
    <FormError>
      {message && <p dir="auto">{message}</p>}
      {lines.length > 0 && (
        <ul>
          {lines.map(({ id, of, says }) => (
            <li>
              <a href={`#${id}`}>{of}</a> {says}
            </li>
          ))}
        </ul>
      )}
    </FormError>
  ) : null;
