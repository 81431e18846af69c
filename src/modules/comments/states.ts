import { defineMoves } from '../../kernel/moves.ts';
import { CONTENT_MOVES, type ContentStatus } from '../listings/user-content/states.ts';

/** The status changes of a comment. Its status is written only by these moves, and by the deletion of its author's account. */
export const commentMoves = defineMoves<ContentStatus>('comment')(CONTENT_MOVES);
