import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import type { Here, SentForm } from '../page.ts';
import { faultAt, fieldId, heldIn, marksOf, sentTo, sentWith } from './marks.ts';

export { sentTo };

/** Why nothing was done. The page is drawn anew, so the focus goes there: it is what comes next. */
export const Trouble = ({ children }: { children: ComponentChildren }) => (
  <div class="form-trouble" role="alert" {...{ tabindex: -1, autofocus: true }}>
    {children}
  </div>
);

interface FormProps {
  action: string;
  here: Here;
  /** Fields that are sent along unseen. */
  hidden?: Record<string, string | null | undefined>;
  class?: string;
  /** True for a form that is sent with a file. */
  takes_files?: boolean;
  /** True where pressing twice would make two things: the form is then known by a word of its own. */
  once?: boolean;
  children: ComponentChildren;
}

/** What tells this drawing of a form from any other. */
export const Once = () => <input type="hidden" name="once" value={randomUUID()} />;

const OUTDATED = 'This page is out of date. Load it again, then try once more.';

/** A form that is sent to an action. What is wrong with it as a whole is said above its fields. */
export const Form = ({ action, here, hidden = {}, class: name = 'form', takes_files, once, children }: FormProps) => {
  const form = sentWith(action, here, hidden);
  const message = form?.message ?? (form?.errors.some(({ path }) => path in hidden) ? OUTDATED : null);
  return (
    <form method="post" action={action} class={name} enctype={takes_files ? 'multipart/form-data' : undefined}>
      {message && <Trouble>{message}</Trouble>}
      {once && <Once />}
      {Object.entries(hidden).map(([field, value]) => value && <input type="hidden" name={field} value={value} />)}
      {children}
    </form>
  );
};

interface FieldNotesProps {
  /** Of the field, which names these as what describes it. */
  id: string;
  label: string;
  error: { message: string } | undefined;
  hint?: string;
}

/** A label that is a sentence of its own makes no good beginning of another. */
const calledIn = (label: string): string => (/[,(?]|^(why|what|how)\b/i.test(label) ? 'This' : label);

/** What is said under a field: what is wrong with it, and what is wanted. */
export const FieldNotes = ({ id, label, error, hint }: FieldNotesProps) => (
  <>
    {error && (
      <p class="field-error" id={`${id}-error`}>
        {calledIn(label)} {error.message}.
      </p>
    )}
    {hint && (
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

/** What is typed is no prose: nothing is to be corrected in it. */
const PLAIN = { autocapitalize: 'none', spellcheck: false } as const;

/** What a browser is told of what is typed, so that a phone shows the right keys. */
export const KINDS = {
  text: { type: 'text' },
  email: { type: 'email', ...PLAIN },
  password: { type: 'password' },
  /** A website, with or without its https. */
  website: { type: 'text', inputMode: 'url', ...PLAIN },
  link: { type: 'url', ...PLAIN },
  code: { type: 'text', ...PLAIN },
  whole: { type: 'text', inputMode: 'numeric' },
  amount: { type: 'text', inputMode: 'decimal' },
  day: { type: 'date' },
} as const;

export type Kind = keyof typeof KINDS;

export interface InputFieldProps {
  id: string;
  name: string;
  label: string;
  /** What the label is about, for who cannot see where it stands. */
  about?: ComponentChildren;
  form: Pick<SentForm, 'errors' | 'values' | 'status'> | undefined;
  value?: string | number | null;
  /** More than one makes it a box. */
  rows?: number;
  type?: Kind;
  hint?: string;
  autocomplete?: string;
  required?: boolean;
  maxlength?: number;
  /** False where the focus goes elsewhere when something is wrong. */
  takes_focus?: boolean;
}

/** How much room a box offers before anything is in it. */
const boxOf = (rows: number): string | undefined => (rows < 4 ? 'short-box' : rows < 10 ? undefined : 'tall-box');

/** One field with its label. Refused, it keeps what was typed (a password never comes back) and says what is wrong with it. */
export const InputField = ({ id, name, label, about, form, value, rows = 1, type = 'text', hint, ...more }: InputFieldProps) => {
  const { autocomplete = 'off', required, maxlength, takes_focus = true } = more;
  const error = faultAt(form?.errors, name);
  const held = heldIn(form as SentForm | undefined, name, value);
  const marks = marksOf(id, { error, hint, first: takes_focus && error !== undefined && error === form?.errors[0] });
  const shared = { id, name, required, dir: 'auto' as const, autocomplete, ...marks };
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <label for={id}>
        {label}
        {about}
      </label>
      {rows > 1 ? (
        <textarea {...shared} class={boxOf(rows)} rows={rows} maxlength={maxlength} value={held} />
      ) : (
        <input
          {...shared}
          // The types know one kind of input at a time.
          {...(KINDS[type] as { type: 'text' })}
          maxlength={type === 'day' ? undefined : maxlength}
          value={type === 'password' ? undefined : held}
        />
      )}
      <FieldNotes id={id} label={label} error={error} hint={hint} />
    </div>
  );
};

interface FieldProps extends Omit<InputFieldProps, 'id' | 'form'> {
  action: string;
  here: Here;
}

/** The same in a form that is sent to an action. */
export const Field = ({ action, here, ...field }: FieldProps) => (
  <InputField {...field} id={fieldId(action, field.name)} form={sentTo(action, here)} />
);
