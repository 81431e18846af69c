import type { InputError } from '../../kernel/errors.ts';
import { currentPage, type SubmittedForm } from '../server/page.ts';

/** The submitted form, if it was sent to this action. */
export const submittedTo = (action: string): SubmittedForm | undefined => {
  const { form } = currentPage();
  return form?.action === action ? form : undefined;
};

const IDENTIFYING_FIELD = /(^|_)id$|^(seq|slug)$/;

/** The same for pages with several forms for one action, told apart by the id or slug in their hidden fields. */
export const submittedWith = (action: string, hidden: Record<string, string | null | undefined>): SubmittedForm | undefined => {
  const form = submittedTo(action);
  return form && Object.entries(hidden).every(([name, value]) => !IDENTIFYING_FIELD.test(name) || !value || form.values[name] === value)
    ? form
    : undefined;
};

/** The element id of a field, unique on the page because it contains the action's path. */
export const fieldId = (action: string, name: string): string => `${action.slice(1).replaceAll('/', '-')}-${name}`;

/** A field's value: what was submitted if the form came back (cleared fields stay empty), otherwise the stored value. */
export const fieldValue = (form: SubmittedForm | undefined, name: string, stored: string | number | null | undefined): string =>
  String((form && (form.status >= 400 || Object.keys(form.values).length > 0) ? form.values[name] : stored) ?? '');

const isAbout = ({ path }: InputError, name: string): boolean => path === name || path.startsWith(`${name}[`);

/** The error of a field or of one of its lines. */
export const errorFor = (errors: InputError[] | undefined, name: string): InputError | undefined =>
  errors?.find((error) => isAbout(error, name));

interface AriaProps {
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
  autofocus?: true;
}

/** Accessibility attributes of a field: invalid, described by its error and hint, and focused if it is the form's first error. */
export const ariaProps = (id: string, { error, hint, first }: { error?: unknown; hint?: unknown; first?: boolean }): AriaProps => ({
  ...(error ? { 'aria-invalid': 'true' as const } : {}),
  ...(error || hint ? { 'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') } : {}),
  ...(first ? { autofocus: true as const } : {}),
});
