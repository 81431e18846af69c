import { Refusal } from '../../kernel/errors.ts';
import type { Params } from '../page.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id in a path. What cannot be one names no draft. */
export const draftIdIn = ({ id = '' }: Params): string => {
  if (!UUID.test(id)) throw new Refusal('draft_not_found');
  return id.toLowerCase();
};
