/** An answer of the longest kind has a tenth of it. */
const MAX_BYTES = 1024 * 1024;

export class AnswerTooLong extends Error {}

const wholeBody = async (body: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new AnswerTooLong(`the answer has more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** A Response with one of these may have no body at all. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * The way to the model's server. Its address is the operator's own, so it may be a private one; but it is the only one: no
 * redirect is followed, so the key goes nowhere else. An answer that is too long is not read to its end.
 */
export const fetchFromModel: typeof fetch = async (address, init) => {
  const { status, headers, body } = await fetch(address, { ...init, redirect: 'manual' });
  const read = body && (await wholeBody(body));
  return new Response(WITHOUT_BODY.includes(status) ? null : read && new Uint8Array(read), { status, headers });
};
