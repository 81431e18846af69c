import type { Site } from '../../kernel/context.ts';

/** What we call ourselves to other people's servers: robots.txt may name it, and its address says who reads. */
export const readerName = ({ root }: Pick<Site, 'root'>): string => `Launchweek/1.0 (+${root})`;
