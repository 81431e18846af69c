import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import { writeSeller } from './admin-queries.ts';
import { type Seller, sellerOf } from './seller.ts';
import { countryCode } from './vat/countries.ts';
import { readNumber } from './vat/number.ts';

export interface SellerDetails {
  name: string;
  /** The address, a line each. */
  address: string;
  country: string;
  vat_number?: string;
  email?: string;
}

const MOST_LINES = 6;

const readSeller = ({ name, address, country, vat_number, email }: SellerDetails): Seller => {
  const errors: InputError[] = [];
  const wrong = (path: string, code: string, message: string) => errors.push({ path, code, message });
  const lines = address.split('\n').flatMap((line) => line.trim() || []);
  if (lines.length === 0) wrong('address', 'required', 'is required');
  if (lines.length > MOST_LINES) wrong('address', 'too_many', `may have at most ${MOST_LINES} lines`);
  const code = countryCode(country);
  if (!code) wrong('country', 'unknown', 'is not a country');
  const number = readNumber(vat_number ?? '', code);
  if (number?.fits === false) wrong('vat_number', 'wrong_form', 'is not a VAT number of that country');
  if (email && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email)) wrong('email', 'wrong_form', 'must be an email address');
  if (errors.length > 0) throw new Refusal('invalid_input', { errors });
  return { name, lines, country: code!, vat_number: number?.number ?? null, email: email ?? null };
};

/** Who sells here, as far as it was said. For the site's team. */
export const showSeller = async (ctx: Ctx<Caller>): Promise<Seller | null> => {
  await refuseStrangers(ctx);
  return sellerOf(ctx.sql, ctx.site.id);
};

/** Says who sells on this site: nothing can be bought before. Invoices that were issued stay as they are. For the site's team. */
export const setSeller = async (ctx: Ctx<Caller>, details: SellerDetails): Promise<number | null> => {
  await refuseStrangers(ctx);
  const after = readSeller(details);
  return actAsTeam(ctx, async ({ sql, site }) => {
    const before = await sellerOf(sql, site.id);
    if (isDeepStrictEqual(before, after)) return null;
    await writeSeller(sql, site.id, after);
    return {
      act: 'set_seller',
      record: 'seller',
      record_id: site.id,
      title: after.name,
      before: before && { ...before },
      after: { ...after },
    };
  });
};

/** Says who sold here before; for undoing. For the site's team. */
export const restoreSeller = (ctx: Ctx<Caller>, { lines, name, country, vat_number, email }: Seller): Promise<number | null> =>
  setSeller(ctx, { name, address: lines.join('\n'), country, vat_number: vat_number ?? undefined, email: email ?? undefined });
