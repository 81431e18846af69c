import { CRAFT } from './categories/craft.ts';
import { LIFE } from './categories/life.ts';
import { WORK } from './categories/work.ts';
import type { DemoCategory } from './types.ts';

/** The tree, in the order it is shown. */
export const CATEGORIES: DemoCategory[] = [...WORK, ...CRAFT, ...LIFE];
