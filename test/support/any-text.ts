import fc from 'fast-check';

const SURROGATES = 0x800;
const point = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map((n) => String.fromCodePoint(n < 0xd800 ? n : n + SURROGATES));

/** Texts that mean something to JavaScript. */
const names = fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'null', 'undefined');

/**
 * Text of any characters. The library's own, `fc.string({ unit: 'binary' })`, takes a second and 90 MB of every worker: it keeps a table of
 * a million characters.
 */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.oneof({ weight: 15, arbitrary: fc.array(point, { maxLength }).map((points) => points.join('')) }, { weight: 1, arbitrary: names });
