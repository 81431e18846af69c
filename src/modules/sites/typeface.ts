import { createRequire } from 'node:module';
import type { Font } from 'fontkit';

const require = createRequire(import.meta.url);

const FILES = {
  regular: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const;
export type FontFace = keyof typeof FILES;

/** Opens a font file. The font library is loaded on first use: most processes never draw. */
export const openFont = (face: FontFace): Font => {
  const { openSync } = require('fontkit') as typeof import('fontkit');
  return openSync(FILES[face]()) as Font;
};
