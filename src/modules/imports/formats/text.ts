/** The encoding of a text by its first bytes: Unicode by its byte order mark, otherwise UTF-8, or what older spreadsheets write. */
export const guessEncoding = (head: Uint8Array): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
};

/** Decodes a stream of bytes as text, without its byte order mark. */
export async function* decodeText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(guessEncoding(piece));
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}
