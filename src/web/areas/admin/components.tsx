import type { ComponentChildren, VNode } from 'preact';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { T, Text, type TProperties } from '../../../kernel/schema.ts';
import { adminPaths } from '../../paths.ts';
import type { PageContext, SubmittedForm } from '../../server/page.ts';
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
}

interface AdminFieldsProps {
  action: string;
  context: PageContext;
  fields: AdminFieldRow[];
}

const AdminField = ({
  action,
  context,
  field: { options, max_length, value, ...field },
}: Omit<AdminFieldsProps, 'fields'> & { field: AdminFieldRow }) =>
  options ? (
    <ActionChoiceField
      {...field}
      action={action}
      context={context}
      options={options}
      value={value === undefined ? null : String(value ?? '')}
    />
  ) : (
    <Field {...field} action={action} context={context} value={value} maxlength={max_length} />
  );

export const AdminFields = ({ action, context, fields }: AdminFieldsProps) => (
  <>
    {fields.map((field) => (
      <AdminField action={action} context={context} field={field} />
    ))}
  </>
);

interface AdminFormProps extends Partial<AdminFieldsProps> {
  action: string;
  context: PageContext;
  submit: string;
  /** Name of the record, added to the button for screen readers. */
  about?: string;
  destructive?: boolean;
  hidden?: Record<string, string>;
  /** A second button next to the submit button. */
  extra_button?: ComponentChildren;
  children?: ComponentChildren;
}

/** An admin form: its fields and one submit button. */
export const AdminForm = ({ action, context, fields = [], submit, about, destructive, hidden, extra_button, children }: AdminFormProps) => (
  <Form action={action} context={context} hidden={hidden} class="form narrow">
    <AdminFields action={action} context={context} fields={fields} />
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

type Values = Record<string, string | undefined>;

/** Empty rows a form offers after the existing ones. */
const SPARE_ROWS = 2;

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
const visibleRows = (existing: number, max_rows: number): number[] => range(Math.min(existing + SPARE_ROWS, max_rows));

/** A list that is edited as numbered rows of inputs (`faq_1_question`), so that the form works without JavaScript. */
interface RowFields {
  prefix: string;
  max_rows: number;
  columns: { name: string; label: string; max_length: number; rows?: number }[];
}

export const FAQ_ROWS: RowFields = {
  prefix: 'faq',
  max_rows: 10,
  columns: [
    { name: 'question', label: 'Question', max_length: 300 },
    { name: 'answer', label: 'Answer', max_length: 1500, rows: 3 },
  ],
};

export const ATTRIBUTE_ROWS: RowFields = {
  prefix: 'attribute',
  max_rows: 20,
  columns: [
    { name: 'name', label: 'Attribute', max_length: 80 },
    { name: 'unit', label: 'Unit', max_length: 40 },
  ],
};

/** Input schema of an action for such a list. */
export const rowSchema = ({ prefix, max_rows, columns }: RowFields, hidden: string[] = []): TProperties =>
  Object.fromEntries(
    range(max_rows).flatMap((n) => [
      ...columns.map((column) => [`${prefix}_${n}_${column.name}`, T.Optional(Text(column.max_length))]),
      ...hidden.map((name) => [`${prefix}_${n}_${name}`, T.Optional(Text(60))]),
    ]),
  );

/** Form fields of such a list: existing rows, then empty ones. */
export const rowFields = ({ prefix, max_rows, columns }: RowFields, existing: Record<string, unknown>[]): AdminFieldRow[] =>
  visibleRows(existing.length, max_rows).flatMap((n) =>
    columns.map(({ name, label, ...bounds }) => ({
      name: `${prefix}_${n}_${name}`,
      label: `${label} ${n}`,
      value: existing[n - 1]?.[name] as string | null | undefined,
      ...bounds,
    })),
  );

/** Reads the submitted rows and skips empty ones. Throws `invalid_input` if a row lacks a required column. */
export const parseRows = ({ prefix, max_rows, columns }: RowFields, values: Values, required: string[]): Values[] => {
  const errors: InputError[] = [];
  const rows = range(max_rows).flatMap((n) => {
    const fieldValue = (name: string): string | undefined => values[`${prefix}_${n}_${name}`];
    if (!columns.some(({ name }) => fieldValue(name))) return [];
    for (const name of required)
      if (!fieldValue(name))
        errors.push({ path: `${prefix}_${n}_${name}`, code: 'required', message: 'is needed, or the whole row is left empty' });
    return [Object.fromEntries([...columns.map(({ name }) => name), 'key'].map((name) => [name, fieldValue(name)]))];
  });
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return rows;
};

/** Heading of an admin page; `done` confirms the last action. */
export const AdminHeading = ({ title, lede, done }: { title: string; lede?: ComponentChildren; done?: string | null }) => (
  <>
    <header class="page-head">
      <h1 dir="auto">{title}</h1>
      {lede && <p class="lede">{lede}</p>}
    </header>
    {done && (
      <p class="done" role="status">
        {done} <a href={adminPaths.log()}>See the log</a>
      </p>
    )}
  </>
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
      Find
    </button>
  </form>
);

interface PreviousNextProps {
  page: number;
  has_more: boolean;
  href: (page: number) => string;
  /** Link texts, for lists that are not sorted by time. */
  labels?: [before: string, after: string];
}

/** Pagination for lists without a total. */
export const PreviousNext = ({ page, has_more, href, labels: [before, after] = ['Newer', 'Older'] }: PreviousNextProps): VNode | null =>
  page === 1 && !has_more ? null : (
    <PreviousNextLinks
      before={page > 1 && { text: before, href: href(page - 1) }}
      after={has_more && { text: after, href: href(page + 1) }}
    >
      Page {page}
    </PreviousNextLinks>
  );

export const AdminSection = ({ id, title, children }: { id: string; title: string; children: ComponentChildren }) => (
  <section class="block" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** Collapsed by default, so that nobody triggers its action by accident; open when its form comes back with errors. */
export const FoldedSection = ({ id, title, open, children }: { id: string; title: string; open: boolean; children: ComponentChildren }) => (
  <details class="office-act" open={open}>
    <summary>
      <h2 id={id}>{title}</h2>
    </summary>
    {children}
  </details>
);

/** The submitted form of an action, if it was about this record; several records on a page share one action. */
export const submittedAbout = (action: string, context: PageContext, field: string, id: number): SubmittedForm | undefined => {
  const form = submittedTo(action, context);
  return form?.values[field] === String(id) ? form : undefined;
};

/** Shows why a submitted action was refused. */
export const RefusalNotice = ({ form }: { form: SubmittedForm | undefined }) => {
  const message = form && (form.errors.map(({ message }) => `This ${message}.`).join(' ') || form.message);
  return message ? <FormError>{message}</FormError> : null;
};

/** Recent decisions, each with an undo button. */
export const DecidedList = ({ children }: { children: ComponentChildren[] }) =>
  children.length > 0 ? (
    <section class="block" aria-labelledby="decided">
      <h2 id="decided">Decided</h2>
      <ul class="rows">{children}</ul>
    </section>
  ) : null;
