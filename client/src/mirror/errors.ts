/** The copy can't be made or continued as it is; the message says what to do. */
export class MirrorError extends Error {
  override readonly name = 'MirrorError';
}
