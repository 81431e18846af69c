import { runParser } from '../../kernel/parsing/pool.ts';
import { implementTask, isTooCostly, type Parser, parserTask } from '../../kernel/parsing/task.ts';

interface FormParts {
  fields: Record<string, string>;
  files: Record<string, Uint8Array>;
}

/** Parses a multipart form. A malformed one has neither fields nor files. */
const readFormParts = async ({ body, type }: { body: Uint8Array; type: string }): Promise<FormParts> => {
  const parts: FormParts = { fields: Object.create(null), files: Object.create(null) };
  const headers = { 'content-type': type };
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData().catch(() => new FormData());
  for (const [name, value] of form) {
    if (typeof value !== 'string') parts.files[name] = new Uint8Array(await value.arrayBuffer());
    else if (value !== '') parts.fields[name] = value;
  }
  return parts;
};

/** Parses a form with a picture in a worker thread. */
const read_form = parserTask<{ body: Uint8Array; type: string }, FormParts>('read_form', {
  cpu_ms: 3000,
  wall_ms: 20_000,
  input_bytes: 16 * 1024 * 1024,
});

export const WEB_PARSERS: Parser[] = [implementTask(read_form, readFormParts)];

/** Larger forms are parsed in a worker: 8 MB of empty parts would block the event loop for a second. */
const SMALL_BYTES = 64 * 1024;

const NO_PARTS: FormParts = { fields: {}, files: {} };

/** Without a prototype, because the sender chooses the names. */
const nullPrototype = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries));

/** The fields and files of a multipart form; none if the body is something else. */
export const readMultipart = async (
  type: string | undefined,
  body: unknown,
): Promise<{ fields: Record<string, string>; files: Record<string, Buffer> }> => {
  if (!Buffer.isBuffer(body) || !type?.startsWith('multipart/form-data')) return { fields: nullPrototype([]), files: nullPrototype([]) };
  // Copied, so that the buffer can be transferred to a worker.
  const form = { body: new Uint8Array(body), type };
  const parsing = body.length > SMALL_BYTES ? runParser(read_form, form) : readFormParts(form);
  const { fields, files } = await parsing.catch((error) => {
    if (isTooCostly(error)) return NO_PARTS;
    throw error;
  });
  return {
    fields: nullPrototype(Object.entries(fields)),
    files: nullPrototype(Object.entries(files).map(([name, file]) => [name, Buffer.from(file)])),
  };
};
