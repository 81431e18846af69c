const words = (text: string): string[] => text.split(' ');

/** Empty by nature, held as text, closed by the next of their kind, or taken out without what is inside: they add no depth. */
const NOT_NESTED = new Set(
  words(
    'area base br col embed hr img input link meta param source track wbr script style textarea title xmp iframe noembed noframes ' +
      'p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rp rt html head body form',
  ),
);
const FORMATTING = new Set(words('a b big code em font i nobr s small strike strong tt u'));
/** Ends of these close all that was left open inside. */
const BLOCKS = new Set(
  words(
    'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing ' +
      'main menu nav ol pre search section summary ul h1 h2 h3 h4 h5 h6',
  ),
);
/** What is open inside of these is not closed from within by the end of something outside. */
const WALLS = new Set(words('table template object marquee applet select'));

/**
 * Counts how deep a parser would nest tags. An end that closes nothing lowers nothing: the end of a block does not reach out of a
 * table, that of an inline tag not out of a block, and that of formatting leaves open what it holds. When in doubt it counts too much.
 */
export const openTags = () => {
  const open: string[] = [];
  /** Of each name, how many are open, and how many were left out for being too deep. */
  const count = new Map<string, number>();
  const left_out = new Map<string, number>();
  const add = (map: Map<string, number>, name: string, by: number) => map.set(name, (map.get(name) ?? 0) + by);

  /** Where the tag stands that an end of this name closes; -1 where it closes none. */
  const closedBy = (name: string): number => {
    if (FORMATTING.has(name)) return open.lastIndexOf(name);
    for (let at = open.length - 1; at >= 0; at--) {
      const inner = open[at]!;
      if (inner === name) return at;
      if (WALLS.has(name)) continue;
      if (WALLS.has(inner) || (BLOCKS.has(inner) && !BLOCKS.has(name))) return -1;
    }
    return -1;
  };

  return {
    /** Whether a tag that begins may stay: not where it would be deeper than so much. */
    begin: (name: string, deepest: number): boolean => {
      if (NOT_NESTED.has(name)) return true;
      const stays = open.length < deepest;
      if (stays) open.push(name);
      add(stays ? count : left_out, name, 1);
      return stays;
    },
    /** Whether an end stays: not the end of a tag that was left out. */
    close: (name: string): boolean => {
      if (NOT_NESTED.has(name)) return true;
      if (left_out.get(name)) {
        add(left_out, name, -1);
        return false;
      }
      const at = count.get(name) ? closedBy(name) : -1;
      if (at < 0) return true;
      for (const closed of FORMATTING.has(name) ? open.splice(at, 1) : open.splice(at)) add(count, closed, -1);
      return true;
    },
  };
};
