/** A position in the write-ahead log, as PostgreSQL writes it: 16/B374D848. */
const POSITION = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

/** A position as a number that can be compared; null if it is none. */
export const parsePosition = (text: string | null): bigint | null => {
  const [, high, low] = POSITION.exec(text ?? '') ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : null;
};

export const formatPosition = (position: bigint): string =>
  [position >> 32n, position & 0xffffffffn].map((half) => half.toString(16).toUpperCase()).join('/');
