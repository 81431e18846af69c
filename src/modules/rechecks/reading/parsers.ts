import { implementTask } from '../../../kernel/parsing/task.ts';
import { reread_facts } from './tasks.ts';

/** Loaded on first use, like the extraction itself. */
export const RECHECK_PARSERS = [implementTask(reread_facts, async (site) => (await import('./reread.ts')).rereadFacts(site))];
