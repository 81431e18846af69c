import { Refusal } from './errors.ts';
import type { Operation } from './operation.ts';
import type { Static, TObject } from './schema.ts';
import { readInput } from './validate.ts';

/** Why a line of a file is not imported, in words for whoever wrote it. */
export class BadLine extends Error {}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadLine('is not JSON');
  }
};

/** Reads what a line of a file says, by the same rules as a request, or says what is wrong with it. */
export const readRecord = <S extends TObject>(schema: S, record: Record<string, unknown>): Static<S> => {
  try {
    return readInput({ input: schema } as unknown as Operation, record) as Static<S>;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new BadLine(error.errors.map(({ path, message }) => `${path} ${message}`).join('; '));
  }
};

/** The same of a file that holds a JSON object a line. */
export const readJsonLine = <S extends TObject>(schema: S, text: string): Static<S> => {
  const parsed = parse(text);
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) throw new BadLine('is not a JSON object');
  return readRecord(schema, parsed as Record<string, unknown>);
};
