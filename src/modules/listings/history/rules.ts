import { isDeepStrictEqual } from 'node:util';

/** Numbers and texts as they are written, lists item by item. */
const comparable = (value: unknown): unknown => {
  if (typeof value === 'string' || typeof value === 'number') return String(value).normalize('NFC').replace(/\s+/g, ' ').trim();
  return Array.isArray(value) ? value.map(comparable) : value;
};

/** Whether two values of a fact say the same, however they are spaced. */
export const isSameValue = (a: unknown, b: unknown): boolean => isDeepStrictEqual(comparable(a), comparable(b));
