import { parserTask } from '../../../kernel/parsing/task.ts';

/** A changed value of a listing, and the quotes of the value before. */
export interface EditedFact {
  /** Its key in the listing's evidence. */
  path: string;
  value: unknown;
  quotes: { quote: string; url: string }[];
}

/**
 * For each fact, which of its quotes still speak for the value, by the judge of drafts. It reads the quotes alone, so it is quick; the
 * extraction implements it.
 */
export const find_speaking_quotes = parserTask<EditedFact[], boolean[][]>('find_speaking_quotes', {
  cpu_ms: 1500,
  wall_ms: 5000,
  input_bytes: 512 * 1024,
});
