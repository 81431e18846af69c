/** Where the object that begins at `from` ends, or -1. Braces inside strings are text. */
const endOfObject = (text: string, from: number): number => {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at;
  }
  return -1;
};

const parsed = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
};

/** More openings than this are no preface to an answer. */
const MOST_BEGINNINGS = 20;

/**
 * The JSON object in a model's words. Servers that know no schema wrap it: in thoughts, in a fence of Markdown, in a sentence
 * before and after. Null where there is none, or only half of one.
 */
export const objectIn = (text: string): object | null => {
  const whole = parsed(text);
  if (whole) return whole;
  const said = text.slice(text.lastIndexOf('</think>') + 1);
  let from = said.indexOf('{');
  for (let beginnings = 0; from >= 0 && beginnings < MOST_BEGINNINGS; beginnings++) {
    const end = endOfObject(said, from);
    const found = end < 0 ? null : parsed(said.slice(from, end + 1));
    if (found) return found;
    // Half an object holds whole ones: those are not the answer.
    if (end < 0) return null;
    from = said.indexOf('{', end + 1);
  }
  return null;
};
