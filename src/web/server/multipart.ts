import { runParser } from '../../kernel/parsing/pool.ts';
import { implementTask, isTooCostly, type Parser, parserTask } from '../../kernel/parsing/task.ts';

interface FormParts {
  fields: [name: string, value: string][];
  files: [name: string, file_name: string, content: Uint8Array][];
}

export interface FormFile {
  file_name: string;
  content: Buffer;
}

/** Parses a multipart form. A malformed one has neither fields nor files. */
const readFormParts = async ({ body, type }: { body: Uint8Array; type: string }): Promise<FormParts> => {
  const parts: FormParts = { fields: [], files: [] };
  const headers = { 'content-type': type };
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData().catch(() => new FormData());
  for (const [name, value] of form) {
    if (typeof value !== 'string') parts.files.push([name, value.name, new Uint8Array(await value.arrayBuffer())]);
    else if (value !== '') parts.fields.push([name, value]);
  }
  return parts;
};

/** Parses a form with pictures in a worker thread. */
const read_form = parserTask<{ body: Uint8Array; type: string }, FormParts>('read_form', {
  cpu_ms: 3000,
  wall_ms: 20_000,
  input_bytes: 16 * 1024 * 1024,
});

export const WEB_PARSERS: Parser[] = [implementTask(read_form, readFormParts)];

/** Larger forms are parsed in a worker: 8 MB of empty parts would block the event loop for a second. */
const SMALL_BYTES = 64 * 1024;

const NO_PARTS: FormParts = { fields: [], files: [] };

const parseForm = (type: string | undefined, body: unknown): Promise<FormParts> | FormParts => {
  if (!Buffer.isBuffer(body) || !type?.startsWith('multipart/form-data')) return NO_PARTS;
  // Copied, so that the buffer can be transferred to a worker.
  const form = { body: new Uint8Array(body), type };
  if (body.length <= SMALL_BYTES) return readFormParts(form);
  return runParser(read_form, form).catch((error) => {
    if (isTooCostly(error)) return NO_PARTS;
    throw error;
  });
};

/** Without a prototype, because the sender chooses the names. */
const nullPrototype = <T>(entries: [string, T][]): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries));

/** The fields and files of a multipart form; none if the body is something else. A field may have several files. */
export const readMultipart = async (type: string | undefined, body: unknown) => {
  const { fields, files } = await parseForm(type, body);
  const by_field = Map.groupBy(files, ([name]) => name);
  const toFile = ([, file_name, content]: FormParts['files'][number]): FormFile => ({ file_name, content: Buffer.from(content) });
  return { fields: nullPrototype(fields), files: nullPrototype([...by_field].map(([name, some]) => [name, some.map(toFile)])) };
};
