const ATTRIBUTE = 'attributes.';

/** The name of an attribute among the values of a profile, as remove_fields, the history and quotes have it. */
export const attributeName = (key: string): string => ATTRIBUTE + key;

/** The key of an attribute by that name; null for a value that is none. */
export const attributeKey = (name: string): string | null => (name.startsWith(ATTRIBUTE) ? name.slice(ATTRIBUTE.length) : null);
