import { parserTask } from '../../../kernel/parsing/task.ts';

/** Larger drawings are photographs, which belong in another format. */
export const SVG_BYTES = 512 * 1024;

/** A drawing with nothing in it but shapes; or why it can't be one. */
export type SafeSvg = { svg: string } | { trouble: SvgTrouble };
export type SvgTrouble = 'unreadable' | 'has_text' | 'no_shapes' | 'too_complex';

/** Rewrites an uploaded SVG so that it holds only shapes, colours and gradients, and fits a box. */
export const clean_svg = parserTask<{ text: string; width: number; height: number }, SafeSvg>('clean_svg', {
  cpu_ms: 3000,
  wall_ms: 20_000,
  input_bytes: SVG_BYTES + 1024,
});
