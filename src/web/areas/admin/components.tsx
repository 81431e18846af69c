import type { ComponentChildren, VNode } from 'preact';
import { rich, t } from '../../../kernel/language/messages.ts';
import type { SubmittedForm } from '../../server/page.ts';
import { ActionChoiceField, Field, Form, FormError, type InputType, submittedTo } from '../../ui/form.tsx';
import { Empty, PreviousNextLinks } from '../../ui/list.tsx';

export interface AdminFieldRow {
  name: string;
  label: string;
  value?: string | number | null;
  /** More than one makes it a text area. */
  rows?: number;
  max_length?: number;
  /** Makes it a select. */
  options?: { value: string; name: string }[];
  type?: InputType;
  hint?: string;
  required?: boolean;
  autocomplete?: string;
}

interface AdminFieldsProps {
  action: string;
  fields: AdminFieldRow[];
}

export const AdminFields = ({ fields, ...form }: AdminFieldsProps) => (
  <>
    {fields.map(({ options, max_length, value, ...field }) =>
      options ? (
        <ActionChoiceField {...form} {...field} options={options} value={value === undefined ? null : String(value ?? '')} />
      ) : (
        <Field {...form} {...field} value={value} maxlength={max_length} />
      ),
    )}
  </>
);

interface AdminFormProps extends Partial<AdminFieldsProps> {
  action: string;
  submit: string;
  /** Name of the record, added to the button for screen readers. */
  about?: string;
  destructive?: boolean;
  hidden?: Record<string, string>;
  /** What stands before the fields. */
  lead?: ComponentChildren;
  /** A second button next to the submit button. */
  extra_button?: ComponentChildren;
  children?: ComponentChildren;
}

/** An admin form: its fields and one submit button. */
export const AdminForm = ({ action, fields = [], submit, about, destructive, hidden, lead, extra_button, children }: AdminFormProps) => (
  <Form action={action} hidden={hidden} class="form narrow">
    {lead}
    <AdminFields action={action} fields={fields} />
    {children}
    <div class="actions">
      <button class={destructive ? 'button button-grave' : fields.length > 1 ? 'button button-main' : 'button'} type="submit">
        {submit}
        {about && (
          <span class="unseen">
            : <bdi>{about}</bdi>
          </span>
        )}
      </button>
      {extra_button}
    </div>
  </Form>
);

export interface AdminRow {
  href?: string;
  /** Indentation level in a tree. */
  depth?: number;
  title: string;
  /** Secondary text under the title. */
  more?: ComponentChildren;
  status?: ComponentChildren;
}

/** A list of records, one row each. */
export const AdminRows = ({ rows, empty }: { rows: AdminRow[]; empty: string }) =>
  rows.length === 0 ? (
    <Empty title={empty} />
  ) : (
    <ul class="rows rows-ruled rows-split">
      {rows.map(({ href, title, more, status, depth }) => (
        <li class={depth ? `office-depth-${depth}` : undefined}>
          <div>
            <p class="office-title" dir="auto">
              {href ? <a href={href}>{title}</a> : title}
            </p>
            {more && <p class="quiet">{more}</p>}
          </div>
          {status !== undefined && <div class="office-status">{status}</div>}
        </li>
      ))}
    </ul>
  );

interface FindFormProps {
  action: string;
  id: string;
  label: string;
  max_length: number;
  value: string | undefined;
  children?: ComponentChildren;
}

/** A text to find rows by, with further fields after it. */
export const FindForm = ({ action, id, label, max_length, value, children }: FindFormProps) => (
  <form class="row-form" action={action} method="get">
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name="q" type="text" maxlength={max_length} value={value} dir="auto" autocomplete="off" />
    </div>
    {children}
    <button class="button" type="submit">
      {t('Find')}
    </button>
  </form>
);

interface PreviousNextProps<I> {
  path: (values: I) => string;
  /** The query of this page. */
  input: I;
  has_more: boolean;
  /** Link texts, for lists that are not sorted by time. */
  labels?: [before: string, after: string];
}

/** Pagination for lists without a total. */
export const PreviousNext = <I extends { page: number }>(props: PreviousNextProps<I>): VNode | null => {
  const { path, input, has_more, labels: [before, after] = [t('Newer'), t('Older')] } = props;
  const { page } = input;
  if (page === 1 && !has_more) return null;
  return (
    <PreviousNextLinks
      before={page > 1 && { text: before, href: path({ ...input, page: page - 1 }) }}
      after={has_more && { text: after, href: path({ ...input, page: page + 1 }) }}
    >
      {t('Page {page}', { page })}
    </PreviousNextLinks>
  );
};

export const AdminSection = ({ id, title, children }: { id: string; title: string; children: ComponentChildren }) => (
  <section class="block" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

interface FoldedFormProps extends AdminFormProps {
  id: string;
  title: string;
}

/** A form that is collapsed, so that nobody submits it by accident; open when it comes back with errors. `children` explain it. */
export const FoldedForm = ({ id, title, children, ...form }: FoldedFormProps) => (
  <details class="office-act" open={submittedTo(form.action) !== undefined}>
    <summary>
      <h2 id={id}>{title}</h2>
    </summary>
    {children}
    <AdminForm {...form} />
  </details>
);

/** The submitted form of an action, if it was about this record; several records on a page share one action. */
export const submittedAbout = (action: string, field: string, id: number | string): SubmittedForm | undefined => {
  const form = submittedTo(action);
  return form?.values[field] === String(id) ? form : undefined;
};

/** Shows why an action was refused whose form stands in a list. */
export const RefusalNotice = ({ action }: { action: string }) => {
  const form = submittedTo(action);
  const message = form && (form.errors.map(({ message }) => t('This {message}.', { message })).join(' ') || form.message);
  return message ? <FormError>{message}</FormError> : null;
};

interface RowButtonProps {
  action: string;
  hidden: Record<string, string>;
  destructive?: boolean;
  children: ComponentChildren;
}

/** A button of a row in a list. The list shows a refusal above it, with RefusalNotice. */
export const RowButton = ({ action, hidden, destructive, children }: RowButtonProps) => (
  <Form action={action} hides_message hidden={hidden}>
    <button class={destructive ? 'button button-grave' : 'button'} type="submit">
      {children}
    </button>
  </Form>
);

/** Confirms the last action on a page with a heading of its own. */
export const Confirmation = ({ text }: { text: string | undefined }) =>
  text ? (
    <p class="done" role="status">
      {text}
    </p>
  ) : null;

/** Who did it, after what was done. */
export const ByPerson = ({ name }: { name: string | null }) => (name ? <> {rich('by {by}', { by: <bdi>{name}</bdi> })}</> : null);

/** Recent decisions, each with an undo button. */
export const DecidedList = ({ children }: { children: ComponentChildren[] }) =>
  children.length > 0 ? (
    <section class="block" aria-labelledby="decided">
      <h2 id="decided">{t('Recent decisions')}</h2>
      <ul class="rows">{children}</ul>
    </section>
  ) : null;
