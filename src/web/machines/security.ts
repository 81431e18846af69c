import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { securityContact } from '../../modules/sites/site.ts';

/** Half a year from the beginning of the month: the text stays the same for weeks, and never promises more than a year. */
const expiryAt = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7, 1));

/** Whom to tell about a weakness (RFC 9116), where the site's settings name somebody. */
export const securityTxt = async (ctx: Ctx): Promise<string> => {
  const contact = await securityContact(ctx);
  if (!contact) throw new Refusal('not_found');
  return [
    `Contact: ${contact}`,
    `Expires: ${expiryAt(ctx.clock.now()).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${ctx.site.root}/.well-known/security.txt`,
    '',
  ].join('\n');
};
