import { parserTask } from '../../kernel/parsing/task.ts';
import type { ProofCheckResult } from './rules.ts';

/** Longer pages are cut here: a head that does not fit is not checked. */
export const CLAIM_PAGE_BYTES = 1024 * 1024;
export const CLAIM_FILE_BYTES = 4096;

interface ProofInput {
  body: Uint8Array;
  token: string;
  address: string;
}

export const check_homepage = parserTask<ProofInput, ProofCheckResult>('check_homepage', {
  cpu_ms: 2000,
  wall_ms: 20_000,
  input_bytes: CLAIM_PAGE_BYTES + 4096,
});

export const check_file = parserTask<ProofInput, ProofCheckResult>('check_file', {
  cpu_ms: 1000,
  wall_ms: 20_000,
  input_bytes: CLAIM_FILE_BYTES + 4096,
});
