import type { Ctx } from '../kernel/context.ts';
import type { Answer } from '../kernel/json.ts';
import type { Operation } from '../kernel/operation.ts';
import { readInput } from '../kernel/validate.ts';

/** The one door: REST and MCP reach a verb only through here. */
export const invoke = (row: Operation, ctx: Ctx, sent: Record<string, unknown>): Promise<Answer<unknown>> =>
  row.handler!(ctx, readInput(row, sent) as never);
