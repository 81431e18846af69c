/** One move of a state table: from which statuses, to which. */
export interface Move<S extends string = string> {
  from: readonly S[];
  to: S;
}

/** A table of moves: `machine<Status>()({ publish: { from: ['draft'], to: 'live' } })`. Whatever it does not name cannot happen. */
export const machine =
  <S extends string>() =>
  <const M extends Record<string, Move<S>>>(moves: M): M =>
    moves;
