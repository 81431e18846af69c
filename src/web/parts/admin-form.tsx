import type { ComponentChildren } from 'preact';
import type { Here } from '../page.ts';
import { SentChoice } from './choice-field.tsx';
import { Field, Form, type Kind } from './form.tsx';

export interface FieldRow {
  name: string;
  label: string;
  value?: string | number | null;
  /** More than one makes it a box. */
  rows?: number;
  most?: number;
  /** Makes it a choice. */
  options?: { value: string; name: string }[];
  type?: Kind;
  hint?: string;
  required?: boolean;
}

interface SheetProps {
  action: string;
  here: Here;
  fields: FieldRow[];
}

const AdminField = ({ action, here, field: { options, most, value, ...field } }: Omit<SheetProps, 'fields'> & { field: FieldRow }) =>
  options ? (
    <SentChoice {...field} action={action} here={here} offered={options} value={value === undefined ? null : String(value ?? '')} />
  ) : (
    <Field {...field} action={action} here={here} value={value} maxlength={most} />
  );

/** Fields of a form of the team, one after the other. */
export const AdminFields = ({ action, here, fields }: SheetProps) => (
  <>
    {fields.map((field) => (
      <AdminField action={action} here={here} field={field} />
    ))}
  </>
);

interface AdminFormProps extends Partial<SheetProps> {
  action: string;
  here: Here;
  submit: string;
  /** What the button is about, for who cannot see where it stands. */
  about?: string;
  grave?: boolean;
  hidden?: Record<string, string>;
  /** Another button of the same form. */
  beside?: ComponentChildren;
  children?: ComponentChildren;
}

/** A form of the team: its fields and one button. */
export const AdminForm = ({ action, here, fields = [], submit, about, grave, hidden, beside, children }: AdminFormProps) => (
  <Form action={action} here={here} hidden={hidden} class="form office-form">
    <AdminFields action={action} here={here} fields={fields} />
    {children}
    <div class="office-acts">
      <button class={grave ? 'button button-grave' : fields.length > 1 ? 'button button-main' : 'button'} type="submit">
        {submit}
        {about && (
          <span class="unseen">
            : <bdi>{about}</bdi>
          </span>
        )}
      </button>
      {beside}
    </div>
  </Form>
);
