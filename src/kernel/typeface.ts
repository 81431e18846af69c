import { createRequire } from 'node:module';
import type { Font } from 'fontkit';

const require = createRequire(import.meta.url);

const FILES = {
  regular: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const;
export type Face = keyof typeof FILES;

/** Opens a face of our own typeface. What reads it is loaded with the first: most processes never draw. */
export const openFace = (face: Face): Font => {
  const { openSync } = require('fontkit') as typeof import('fontkit');
  return openSync(FILES[face]()) as Font;
};
