/** Reading what may be anything at all. Only own data is read: no getter runs, no prototype answers, and nothing throws. */

export const at = (value: unknown, key: string): unknown => {
  try {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.getOwnPropertyDescriptor(value, key)?.value;
  } catch {
    return undefined;
  }
};

/** The first items of a list; of anything else, none. */
export const itemsOf = (value: unknown, most: number): unknown[] => {
  try {
    if (!Array.isArray(value)) return [];
    return Array.from({ length: Math.min(value.length, most) }, (_, i) => at(value, String(i)));
  } catch {
    return [];
  }
};

export const isText = (value: unknown): value is string => typeof value === 'string';
