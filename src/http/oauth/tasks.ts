import { parserTask } from '../../kernel/parsing/task.ts';

export const DOCUMENT_BYTES = 64 * 1024;

export const read_client_document = parserTask<{ body: Uint8Array }, string>('read_client_document', {
  cpu_ms: 2000,
  wall_ms: 20_000,
  input_bytes: DOCUMENT_BYTES + 1024,
});
