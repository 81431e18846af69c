import { parserTask } from '../../kernel/parsing/task.ts';

/** Client documents are small. */
export const DOCUMENT_BYTES = 64 * 1024;

/** Reads a client document as plain JSON. */
export const read_client_document = parserTask<{ body: Uint8Array }, string>('read_client_document', {
  cpu_ms: 2000,
  wall_ms: 20_000,
  input_bytes: DOCUMENT_BYTES + 1024,
});
