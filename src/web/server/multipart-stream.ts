import { Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';

const MAX_HEADER_BYTES = 4096;
const BOUNDARY = /;\s?boundary="?([^";\s]{1,70})"?/i;
const FILE_NAME = /filename="([^"\r\n]{0,500})"/i;

const malformed = (): Refusal => new Refusal('malformed_request', { detail: t('Choose a file, then upload it again.') });

/**
 * Reads the first file of a multipart form as a stream, for files that are too large to hold in memory. Fields before it are skipped, and
 * what follows it is not read.
 */
export const streamFile = async (
  content_type: string | undefined,
  body: AsyncIterable<Buffer>,
): Promise<{ file_name: string; pieces: AsyncGenerator<Buffer> }> => {
  const boundary = BOUNDARY.exec(content_type ?? '')?.[1];
  if (!boundary) throw malformed();
  const source = body[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line break before it.
  let buffer = Buffer.from('\r\n');
  const readMore = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (!done) buffer = Buffer.concat([buffer, value]);
    return !done;
  };
  /** The position of `wanted`, once it has arrived. */
  const find = async (wanted: Buffer | string, limit: number): Promise<number> => {
    for (;;) {
      const at = buffer.indexOf(wanted);
      if (at >= 0) return at;
      if (buffer.length > limit || !(await readMore())) throw malformed();
    }
  };
  const readHeaders = async (): Promise<string> => {
    const start = (await find(delimiter, 64 * 1024)) + delimiter.length;
    buffer = buffer.subarray(start);
    const end = await find('\r\n\r\n', MAX_HEADER_BYTES);
    const headers = buffer.toString('utf8', 0, end);
    // The next delimiter may follow an empty content at once.
    buffer = buffer.subarray(end + 2);
    return headers;
  };
  let file_name = FILE_NAME.exec(await readHeaders())?.[1];
  while (file_name === undefined) file_name = FILE_NAME.exec(await readHeaders())?.[1];

  async function* readContent(): AsyncGenerator<Buffer> {
    let skip = 2;
    for (;;) {
      const at = buffer.indexOf(delimiter);
      // The end of the buffer may be the beginning of a delimiter.
      const end = at >= 0 ? at : buffer.length - delimiter.length;
      if (end > skip) {
        yield buffer.subarray(skip, end);
        buffer = buffer.subarray(end);
        skip = 0;
        if (at >= 0) return;
      } else if (at >= 0) return;
      if (!(await readMore())) throw malformed();
    }
  }
  return { file_name, pieces: readContent() };
};
