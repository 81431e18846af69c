import type { InputError } from '../../kernel/errors.ts';
import type { Here, SentForm } from '../page.ts';

/** The form of an action as it came back, if it is this one. */
export const sentTo = (action: string, { form }: Here): SentForm | undefined => (form?.action === action ? form : undefined);

const TELLS_APART = /(^|_)id$|^(seq|slug)$/;

/** The same where several forms of a page are sent to one action: the thing each is about tells them apart. */
export const sentWith = (action: string, here: Here, hidden: Record<string, string | null | undefined>): SentForm | undefined => {
  const form = sentTo(action, here);
  return form && Object.entries(hidden).every(([name, value]) => !TELLS_APART.test(name) || !value || form.values[name] === value)
    ? form
    : undefined;
};

/** Fields are called what they are sent as; with the action's path no two of a page have one id. */
export const fieldId = (action: string, name: string): string => `${action.slice(1).replaceAll('/', '-')}-${name}`;

/** What a field holds: where the form came back, what was typed (what was emptied stays empty), otherwise what is stored. */
export const heldIn = (form: SentForm | undefined, name: string, stored: string | number | null | undefined): string =>
  String((form && (form.status >= 400 || Object.keys(form.values).length > 0) ? form.values[name] : stored) ?? '');

const isAbout = ({ path }: InputError, name: string): boolean => path === name || path.startsWith(`${name}[`);

/** What is wrong with a field; what is wrong with a line of it is its fault, too. */
export const faultAt = (errors: InputError[] | undefined, name: string): InputError | undefined =>
  errors?.find((error) => isAbout(error, name));

interface Marks {
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
  autofocus?: true;
}

/** What tells everybody that a field is wrong: the mark, the words that describe it, and for the first of a form the focus. */
export const marksOf = (id: string, { error, hint, first }: { error?: unknown; hint?: unknown; first?: boolean }): Marks => ({
  ...(error ? { 'aria-invalid': 'true' as const } : {}),
  ...(error || hint ? { 'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') } : {}),
  ...(first ? { autofocus: true as const } : {}),
});
