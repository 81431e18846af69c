import { type InputError, Refusal } from '../../kernel/errors.ts';
import { T, Text } from '../../kernel/schema.ts';
import type { FieldRow } from './admin-form.tsx';

type Values = Record<string, string | undefined>;

/** How many empty rows a form offers beside what is there. */
const SPARE = 2;

const numbersTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1);
const shown = (there: number, most: number): number[] => numbersTo(Math.min(there + SPARE, most));

/** A list that is typed row by row, in forms that work without script. */
interface Rows {
  prefix: string;
  most: number;
  columns: { name: string; label: string; most: number; rows?: number }[];
}

export const FAQ_ROWS: Rows = {
  prefix: 'faq',
  most: 10,
  columns: [
    { name: 'question', label: 'Question', most: 300 },
    { name: 'answer', label: 'Answer', most: 1500, rows: 3 },
  ],
};

export const ATTRIBUTE_ROWS: Rows = {
  prefix: 'attribute',
  most: 20,
  columns: [
    { name: 'name', label: 'Attribute', most: 80 },
    { name: 'unit', label: 'Unit', most: 40 },
  ],
};

/** What an action takes of such a list. */
export const inputOf = ({ prefix, most, columns }: Rows, hidden: string[] = []) =>
  Object.fromEntries(
    numbersTo(most).flatMap((n) => [
      ...columns.map((column) => [`${prefix}_${n}_${column.name}`, T.Optional(Text(column.most))]),
      ...hidden.map((name) => [`${prefix}_${n}_${name}`, T.Optional(Text(60))]),
    ]),
  );

/** The fields of such a list, with some rows to spare. */
export const fieldsOf = ({ prefix, most, columns }: Rows, there: Record<string, unknown>[]): FieldRow[] =>
  shown(there.length, most).flatMap((n) =>
    columns.map(({ name, label, ...bounds }) => ({
      name: `${prefix}_${n}_${name}`,
      label: `${label} ${n}`,
      value: there[n - 1]?.[name] as string | null | undefined,
      ...bounds,
    })),
  );

/** What was typed, row by row; a row whose first field is empty is left out. What must be there and is not is said. */
export const rowsIn = ({ prefix, most, columns }: Rows, values: Values, required: string[]): Values[] => {
  const errors: InputError[] = [];
  const rows = numbersTo(most).flatMap((n) => {
    const at = (name: string): string | undefined => values[`${prefix}_${n}_${name}`];
    if (!columns.some(({ name }) => at(name))) return [];
    for (const name of required)
      if (!at(name))
        errors.push({ path: `${prefix}_${n}_${name}`, code: 'required', message: 'is needed, or the whole row is left empty' });
    return [Object.fromEntries([...columns.map(({ name }) => name), 'key'].map((name) => [name, at(name)]))];
  });
  if (errors.length) throw new Refusal('invalid_input', { errors });
  return rows;
};
