import type { Source } from './page.ts';
import type { Tag } from './parse.ts';
import type { Region } from './regions.ts';

/** Where text stands: what it is, in which parts of the page, in which block, and in which language if that is said. */
export interface Standing {
  source: Source;
  regions: ReadonlySet<Region>;
  block: Tag;
  lang: string;
}

export const folded = (text: string): string => text.replace(/[\s\u00a0\u200b\u00ad\ufeff]+/g, ' ').trim();

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;
/** Several words in an element right behind a word of a headline stand below it, whatever the code says. */
const WORDS = /^\S+\s\S/;
const HEADING = /^h[1-6]$/;

/** Gathers the text of a block from its inline parts; `tell` is told each block when it ends, `aside` what stands inside of it unseen. */
export const runningText = (tell: (lines: string[], at: Standing) => void, aside: (source: Source, text: string) => void) => {
  let buffer: string[] = [];
  let held: Standing | null = null;
  let closed_inline = false;
  let opened_inline = false;

  const flush = (): void => {
    if (held && buffer.length > 0) {
      const lines = buffer.join('').split('\n').map(folded).filter(Boolean);
      if (lines.length > 0) tell(lines, held);
    }
    buffer = [];
    held = null;
    closed_inline = false;
  };

  /** Text right behind an inline element goes on with it: only element beside element is apart. */
  const add = (data: string, at: Standing, beside: boolean): void => {
    const text = data.replace(/[\s\u00a0]+/g, ' ');
    if (beside) closed_inline = false;
    const opened = opened_inline;
    opened_inline = false;
    if (!text) return;
    if (held && held.source !== at.source) {
      // An icon's word inside a heading is a piece of its own; the heading goes on around it.
      if (at.source !== 'visible') {
        if (text.trim()) aside(at.source, text);
        buffer.push(' ');
        closed_inline = false;
        return;
      }
      flush();
    }
    if (!held) {
      if (text === ' ') return;
      held = at;
    }
    const last = buffer.at(-1);
    const glued = last !== undefined && ENDS_IN_WORD.test(last) && BEGINS_WITH_WORD.test(text);
    const apart = closed_inline && last !== undefined && last.length > 1 && text.length > 1;
    const below = opened && HEADING.test(at.block.name) && WORDS.test(text);
    if (glued && (apart || below)) buffer.push(' ');
    buffer.push(text);
    closed_inline = false;
  };

  return {
    add,
    flush,
    opened: () => {
      opened_inline = true;
    },
    closed: () => {
      closed_inline = true;
    },
    broken: () => {
      if (held) buffer.push('\n');
      closed_inline = false;
    },
  };
};
