import { EVIDENCE } from './blog/evidence.ts';
import { LAUNCHING } from './blog/launching.ts';
import { VOTES } from './blog/votes.ts';
import type { DemoPost } from './types.ts';

export const POSTS: DemoPost[] = [...LAUNCHING, ...EVIDENCE, ...VOTES];
