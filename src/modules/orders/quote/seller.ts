import { isDeepStrictEqual } from 'node:util';
import { Value } from 'typebox/value';
import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import { type InputError, invalidInput } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { Nullable, RequiredText, type Static, Strict, T, Text } from '../../../kernel/schema.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { selectSiteSettings, writeSiteSetting } from '../../sites/queries.ts';
import { parseCountryCode } from '../vat/countries.ts';
import { parseVatNumber } from '../vat/vat-number.ts';

/** The seller of a site, as printed on invoices. */
export const Seller = Strict({
  name: RequiredText(200),
  lines: T.Array(RequiredText(200), { minItems: 1, maxItems: 6 }),
  country: T.String({ pattern: '^[A-Z]{2}$' }),
  vat_number: Nullable(Text(32)),
  email: Nullable(Text(254)),
});
export type Seller = Static<typeof Seller>;

/** The seller of a site; null if the settings name none, in which case nothing can be ordered. */
export const findSeller = async (sql: Db, site_id: number): Promise<Seller | null> => {
  const { seller } = await selectSiteSettings(sql, site_id);
  return Value.Check(Seller, seller) ? seller : null;
};

export interface SellerDetails {
  name: string;
  /** The address, one line per row. */
  address: string;
  country: string;
  vat_number?: string;
  email?: string;
}

const MAX_SELLER_LINES = 6;

const readSeller = ({ name, address, country, vat_number, email }: SellerDetails): Seller => {
  const errors: InputError[] = [];
  const addError = (path: string, code: string, message: string) => errors.push({ path, code, message });
  const lines = address.split('\n').flatMap((line) => line.trim() || []);
  if (lines.length === 0) addError('address', 'required', 'is required');
  if (lines.length > MAX_SELLER_LINES) addError('address', 'too_many', `may have at most ${MAX_SELLER_LINES} lines`);
  const code = parseCountryCode(country);
  if (!code) addError('country', 'unknown', t('is not a country'));
  const number = parseVatNumber(vat_number ?? '', code);
  if (number?.fits === false) addError('vat_number', 'wrong_form', t('is not a VAT number of that country'));
  if (email && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email)) addError('email', 'wrong_form', t('must be an email address'));
  if (errors.length > 0) throw invalidInput(...errors);
  return { name, lines, country: code!, vat_number: number?.number ?? null, email: email ?? null };
};

export const getSeller = async (ctx: Ctx<Caller>): Promise<Seller | null> => {
  await requireTeam(ctx);
  return findSeller(ctx.sql, ctx.site.id);
};

/** Sets the seller of this site, without whom nothing can be ordered. Issued invoices stay as they are. For the site's team. */
export const setSeller = async (ctx: Ctx<Caller>, details: SellerDetails): Promise<number | null> => {
  await requireTeam(ctx);
  const after = readSeller(details);
  return asTeamMember(ctx, async ({ sql, site }) => {
    const before = await findSeller(sql, site.id);
    if (isDeepStrictEqual(before, after)) return null;
    await writeSiteSetting(sql, site.id, 'seller', after);
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

/** Restores a former seller; used to undo a change. For the site's team. */
export const restoreSeller = (ctx: Ctx<Caller>, { lines, name, country, vat_number, email }: Seller): Promise<number | null> =>
  setSeller(ctx, { name, address: lines.join('\n'), country, vat_number: vat_number ?? undefined, email: email ?? undefined });
