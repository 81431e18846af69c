import type { HtmlTag } from './dom.ts';
import type { TextSource } from './page.ts';
import type { PageRegion } from './regions.ts';

export interface TextContext {
  source: TextSource;
  regions: ReadonlySet<PageRegion>;
  block: HtmlTag;
  lang: string;
}

export const collapseSpace = (text: string): string => text.replace(/[\s\u00a0\u200b\u00ad\ufeff]+/g, ' ').trim();

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;
/** Several words in an element directly after a headline's word are shown below it, whatever the markup says. */
const WORDS = /^\S+\s\S/;
const HEADING = /^h[1-6]$/;

/** Joins inline text into blocks. `onBlock` gets each finished block, `onHiddenText` the hidden text inside one. */
export const collectTextBlocks = (
  onBlock: (lines: string[], at: TextContext) => void,
  onHiddenText: (source: TextSource, text: string) => void,
) => {
  let buffer: string[] = [];
  let context: TextContext | null = null;
  let closed_inline = false;
  let opened_inline = false;

  const flush = (): void => {
    if (context && buffer.length > 0) {
      const lines = buffer.join('').split('\n').map(collapseSpace).filter(Boolean);
      if (lines.length > 0) onBlock(lines, context);
    }
    buffer = [];
    context = null;
    closed_inline = false;
  };

  /** Text directly after an inline element continues it; only adjacent elements are separated. */
  const add = (data: string, at: TextContext, beside: boolean): void => {
    const text = data.replace(/[\s\u00a0]+/g, ' ');
    if (beside) closed_inline = false;
    const opened = opened_inline;
    opened_inline = false;
    if (!text) return;
    if (context && context.source !== at.source) {
      // The hidden word of an icon inside a heading is a piece of its own; the heading continues after it.
      if (at.source !== 'visible') {
        if (text.trim()) onHiddenText(at.source, text);
        buffer.push(' ');
        closed_inline = false;
        return;
      }
      flush();
    }
    if (!context) {
      if (text === ' ') return;
      context = at;
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
    openInline: () => {
      opened_inline = true;
    },
    closeInline: () => {
      closed_inline = true;
    },
    breakLine: () => {
      if (context) buffer.push('\n');
      closed_inline = false;
    },
  };
};
