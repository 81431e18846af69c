import type { InputError } from '../../kernel/errors.ts';
import { SLUG } from '../../kernel/schema.ts';
import { count } from '../wording.ts';

/** What a pattern wants, in words. */
const PATTERNS: Record<string, string> = {
  [SLUG]: 'may have small letters, digits and hyphens only, such as my-product',
  '^[a-z0-9][a-z0-9-]{0,39}$': 'may have small letters, digits and hyphens only, 40 at most',
  '^[^\\n\\t]*$': 'must be one line',
  '^\\d{1,9}$': 'must be a whole number',
  '^-?\\d{1,6}$': 'must be a whole number',
  '^\\d{4}-\\d{2}-\\d{2}$': 'must be a day such as 2026-03-01',
  '^https://': 'must begin with https://',
  '^https?://': 'must begin with https:// or http://',
  '^[A-Za-z]{2}$': 'must be two letters, such as DE',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s.]+$': 'must be an email address, such as ada@example.com',
  date: 'must be a day such as 2026-03-01',
  email: 'must be an email address, such as ada@example.com',
};

/** What a schema finds, by its code, said to who typed it: what is wrong, and what would be right. */
const SAID: Record<string, (error: InputError) => string | undefined> = {
  too_long: ({ message, actual }) => (typeof actual === 'number' ? `${message}, and has ${count(actual)}` : undefined),
  wrong_form: ({ limit, message }) =>
    /^must (match|be a valid) /.test(message) ? (PATTERNS[String(limit)] ?? 'is not in a form we can read') : undefined,
  wrong_type: ({ message }) => (message.startsWith('must be integer') ? 'must be a whole number' : undefined),
  not_allowed: ({ message }) => (message.startsWith('must be one of ') ? 'must be one of what is offered' : undefined),
  control_character: () => 'holds a character that cannot be shown: type it anew',
};

/** A fault as a form says it. What a verb has said in its own words stays. */
export const saidPlainly = (error: InputError): InputError => ({ ...error, message: SAID[error.code]?.(error) ?? error.message });
