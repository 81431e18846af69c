import type { VNode } from 'preact';
import { draw } from './draw.ts';

type Word = string | boolean | undefined;
/** More than a deployment has sites and sections; names of sites change, and old ones are not kept for ever. */
const MOST = 500;

/** What follows from a few words alone is drawn once for them, not with every page. Gives what goes inside an element. */
export const drawnOnce = <W extends Word[]>(part: (...words: W) => VNode): ((...words: W) => { __html: string }) => {
  const drawn = new Map<string, { __html: string }>();
  return (...words) => {
    const key = JSON.stringify(words);
    const known = drawn.get(key);
    if (known) return known;
    if (drawn.size >= MOST) drawn.clear();
    const made = { __html: draw(part(...words)) };
    drawn.set(key, made);
    return made;
  };
};
