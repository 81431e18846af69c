import { type InputError, Refusal } from '../../../../kernel/errors.ts';
import { msg, texts } from '../../../../kernel/language/messages.ts';
import { T, Text, type TProperties } from '../../../../kernel/schema.ts';
import type { AdminFieldRow } from '../components.tsx';

type Values = Record<string, string | undefined>;

/** Empty rows a form offers after the existing ones. */
const SPARE_ROWS = 2;

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

/** A list that is edited as numbered rows of inputs (`faq_1_question`), so that the form works without JavaScript. */
interface RowFields {
  prefix: string;
  max_rows: number;
  columns: { name: string; label: string; max_length: number; rows?: number }[];
}

export const FAQ_ROWS: RowFields = texts({
  prefix: 'faq',
  max_rows: 10,
  columns: [
    { name: 'question', label: msg('Question'), max_length: 300 },
    { name: 'answer', label: msg('Answer'), max_length: 1500, rows: 3 },
  ],
});

/** Input schema of an action for such a list. */
export const rowSchema = ({ prefix, max_rows, columns }: RowFields): TProperties =>
  Object.fromEntries(
    range(max_rows).flatMap((n) => columns.map((column) => [`${prefix}_${n}_${column.name}`, T.Optional(Text(column.max_length))])),
  );

/** Form fields of such a list: existing rows, then empty ones. */
export const rowFields = ({ prefix, max_rows, columns }: RowFields, existing: object[]): AdminFieldRow[] =>
  range(Math.min(existing.length + SPARE_ROWS, max_rows)).flatMap((n) => {
    const row: Record<string, string | null> = { ...existing[n - 1] };
    return columns.map(({ name, label, ...bounds }) => ({
      name: `${prefix}_${n}_${name}`,
      label: `${label} ${n}`,
      value: row[name],
      ...bounds,
    }));
  });

/** Reads the submitted rows and skips empty ones. Throws `invalid_input` if a row lacks a required column. */
export const parseRows = ({ prefix, max_rows, columns }: RowFields, values: Values, required: string[]): Values[] => {
  const errors: InputError[] = [];
  const rows = range(max_rows).flatMap((n) => {
    const fieldValue = (name: string): string | undefined => values[`${prefix}_${n}_${name}`];
    if (!columns.some(({ name }) => fieldValue(name))) return [];
    for (const name of required)
      if (!fieldValue(name))
        errors.push({ path: `${prefix}_${n}_${name}`, code: 'required', message: 'is required, or leave the whole row empty' });
    return [Object.fromEntries(columns.map(({ name }) => [name, fieldValue(name)]))];
  });
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return rows;
};
