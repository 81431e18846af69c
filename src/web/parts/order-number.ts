import { Refusal } from '../../kernel/errors.ts';
import type { Params } from '../page.ts';

/** The number in a path, as it is written. What cannot be one names nothing. */
export const orderNumberIn = ({ number = '' }: Params): string => {
  const written = number.toUpperCase();
  if (!/^LW-[0-9A-HJKMNP-TV-Z]{8}$/.test(written)) throw new Refusal('order_not_found');
  return written;
};
