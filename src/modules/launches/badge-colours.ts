import type { Metal } from './badge-kinds.ts';

/** What is coloured on a badge. */
export interface Colours {
  ground: string;
  edge: string;
  ink: string;
  soft: string;
  /** The field the drawing stands on, and the drawing. */
  tile: string;
  glyph: string;
  /** The drawing where it stands on no field, and the line around. */
  bare: string;
}

export type Colour = keyof Colours;

const LIGHT = { ground: '#ffffff', edge: '#d5ddd3', ink: '#15201b', soft: '#4b5951' };
const DARK = { ground: '#121916', edge: '#33413a', ink: '#f1f6f1', soft: '#b3c0b7' };

/** Each metal on light and on dark ground. */
export const COLOURS: Record<Metal, Record<'light' | 'dark', Colours>> = {
  green: {
    light: { ...LIGHT, tile: '#0b6a4a', glyph: '#ffffff', bare: '#0b6a4a' },
    dark: { ...DARK, tile: '#63d8a6', glyph: '#06281b', bare: '#63d8a6' },
  },
  gold: {
    light: { ...LIGHT, tile: '#f0bf3f', glyph: '#402d00', bare: '#946a00' },
    dark: { ...DARK, tile: '#f0bf3f', glyph: '#402d00', bare: '#f3c955' },
  },
  silver: {
    light: { ...LIGHT, tile: '#cdd5dc', glyph: '#25303a', bare: '#5b6873' },
    dark: { ...DARK, tile: '#cdd5dc', glyph: '#25303a', bare: '#cdd5dc' },
  },
  bronze: {
    light: { ...LIGHT, tile: '#e0a274', glyph: '#431f06', bare: '#96552a' },
    dark: { ...DARK, tile: '#e0a274', glyph: '#431f06', bare: '#eab58d' },
  },
};
