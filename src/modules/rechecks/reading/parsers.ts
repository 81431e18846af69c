import { implementTask } from '../../../kernel/parsing/task.ts';
import { find_speaking_quotes } from '../../listings/history/parser-tasks.ts';
import { reread_facts } from './tasks.ts';

/** Loaded on first use, like the extraction itself. */
const loadReading = () => import('./reread.ts');

export const RECHECK_PARSERS = [
  implementTask(reread_facts, async (site) => (await loadReading()).rereadFacts(site)),
  implementTask(find_speaking_quotes, async (facts) => (await loadReading()).findSpeakingQuotes(facts)),
];
