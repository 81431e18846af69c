import type { ComponentChildren } from 'preact';
import type { Here, SentForm } from '../page.ts';

/** The form of an action as it came back, if it is this one. */
export const sentTo = (action: string, { form }: Here): SentForm | undefined => (form?.action === action ? form : undefined);

interface FormProps {
  action: string;
  here: Here;
  /** Fields that are sent along unseen. */
  hidden?: Record<string, string | null | undefined>;
  class?: string;
  children: ComponentChildren;
}

/** A form that is sent to an action. What is wrong with it as a whole is said above its fields. */
export const Form = ({ action, here, hidden = {}, class: name = 'form', children }: FormProps) => {
  const message = sentTo(action, here)?.message;
  return (
    <form method="post" action={action} class={name}>
      {message && (
        <p class="form-trouble" role="alert">
          {message}
        </p>
      )}
      {Object.entries(hidden).map(([field, value]) => value && <input type="hidden" name={field} value={value} />)}
      {children}
    </form>
  );
};

interface FieldProps {
  action: string;
  here: Here;
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string | null;
  hint?: string;
  autocomplete: string;
  required?: boolean;
  maxlength?: number;
}

/** One field with its label. Refused, it keeps what was typed (a password never comes back) and says what is wrong with it. */
export const Field = ({ action, here, name, label, type = 'text', value, hint, autocomplete, required, maxlength }: FieldProps) => {
  const form = sentTo(action, here);
  const id = `${action.slice(1).replaceAll('/', '-')}-${name}`;
  const error = form?.errors.find(({ path }) => path === name);
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        // The types know one kind of input at a time.
        type={type as 'text'}
        value={type === 'password' ? undefined : (form?.values[name] ?? value ?? undefined)}
        autocomplete={autocomplete}
        required={required}
        maxlength={maxlength}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={told}
      />
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {label} {error.message}.
        </p>
      )}
      {hint && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
};
