/** More than a page's days and countries, and little enough to forget all at once. */
const MOST = 5000;

/** Says the same of the same each time, but works it out once: a date in words costs as much as ten elements. */
export const remembered = (say: (what: string) => string): ((what: string) => string) => {
  const said = new Map<string, string>();
  return (what) => {
    const known = said.get(what);
    if (known !== undefined) return known;
    if (said.size >= MOST) said.clear();
    const words = say(what);
    said.set(what, words);
    return words;
  };
};
