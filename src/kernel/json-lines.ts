import { Refusal } from './errors.ts';
import type { Static, TObject } from './schema.ts';
import { readInput } from './validate.ts';

/** Why a line was not imported, as a message for the file's author. */
export class InvalidLine extends Error {}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidLine('is not JSON');
  }
};

/** Validates a record with the same rules as a request. Throws InvalidLine. */
export const readRecord = <S extends TObject>(schema: S, record: Record<string, unknown>): Static<S> => {
  try {
    return readInput({ input: schema }, record);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new InvalidLine(error.errors.map(({ path, message }) => `${path} ${message}`).join('; '));
  }
};

export const readJsonLine = <S extends TObject>(schema: S, text: string): Static<S> => {
  const parsed = parse(text);
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) throw new InvalidLine('is not a JSON object');
  return readRecord(schema, parsed as Record<string, unknown>);
};
