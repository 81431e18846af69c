import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { invalidInput, Refusal } from '../../kernel/errors.ts';
import { localeFor, withLocale } from '../../kernel/language/locale.ts';
import { msg, t } from '../../kernel/language/messages.ts';
import { inEnglish, translateStored } from '../../kernel/language/stored.ts';
import { hashToken } from '../../kernel/secrets.ts';
import { weekAt } from '../../kernel/time/weeks.ts';
import { getOwnAccount } from '../accounts/account.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { requireTeam } from '../accounts/team.ts';
import { getDigestSettings, sendTestDigest } from '../digest/digest.ts';
import { countSubscribers } from '../digest/queries.ts';
import { selectProductPrices } from '../orders/queries.ts';
import { findSeller } from '../orders/quote/seller.ts';
import { CHECKS, runCheck } from './checks.ts';
import { setupMail } from './mails.tsx';
import { findMailCodeHash, isSiteUntouched, type SetupResult, selectSetupCounts, selectSetupResults, storeSetupResult } from './queries.ts';
import { DIGEST_STEP, MAIL_RECEIVED, type SiteFacts, STEPS, type Step, type StepState } from './steps.ts';

type SetupCtx = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** The result that says that the team needs no reminder any more. */
const FINISHED = 'finished';

export interface SetupStep {
  key: string;
  title: string;
  state: StepState;
  checked_at: Date | null;
}

export interface Setup {
  steps: SetupStep[];
  /** When the team ended the reminder; null while it is shown. */
  finished_at: Date | null;
}

const collectFacts = async (ctx: SetupCtx): Promise<SiteFacts> => {
  const { sql, site, clock } = ctx;
  const [counts, digest, subscribers, seller, prices] = await Promise.all([
    selectSetupCounts(ctx, weekAt(clock.now(), site.time_zone)),
    getDigestSettings(ctx),
    countSubscribers(ctx),
    findSeller(sql, site.id),
    selectProductPrices(sql, site.id),
  ]);
  const products = [...prices.values()].filter(({ on_offer }) => on_offer).length;
  return { ...counts, digest, subscribers, seller: seller?.name ?? null, products };
};

const stateOf = ({ look }: Step, site: Ctx['site'], facts: SiteFacts, result: SetupResult | undefined): StepState => {
  if (look) return look(site, facts, result !== undefined);
  return result && result.status !== 'pending'
    ? { status: result.status, found: translateStored(result.found), advice: result.advice ? translateStored(result.advice) : undefined }
    : { status: 'todo', found: result ? translateStored(result.found) : t('Not tested yet.') };
};

/** The steps of a site, with how far each is. */
export const readSetup = async (ctx: SetupCtx): Promise<Setup> => {
  const [facts, results] = await Promise.all([collectFacts(ctx), selectSetupResults(ctx)]);
  const resultOf = (key: string) => results.find((one) => one.key === key);
  return {
    steps: STEPS.map((step) => ({
      key: step.key,
      title: step.title,
      state: stateOf(step, ctx.site, facts, resultOf(step.key)),
      checked_at: resultOf(step.key)?.checked_at ?? null,
    })),
    finished_at: resultOf(FINISHED)?.checked_at ?? null,
  };
};

/** The same for the site's team. */
export const getSetup = async (ctx: Ctx<Caller>): Promise<Setup> => {
  await requireTeam(ctx);
  return readSetup(ctx);
};

/** Whether the site lists nothing yet, and its team has not finished the setup. */
export const isSiteEmpty = (ctx: Pick<Ctx, 'sql' | 'site'>): Promise<boolean> => isSiteUntouched(ctx, FINISHED);

const findingOf = async (ctx: Ctx<Caller>, step: Step): Promise<StepState> => {
  const check = CHECKS.find((one) => one.key === step.check);
  // Kept in English, shown in the language of each member of the team.
  if (check) return withLocale(localeFor({}), () => runCheck(check, { ...ctx, root: ctx.site.root }));
  if (!step.look) throw new Refusal('not_found');
  return step.look(ctx.site, await collectFacts(ctx), true);
};

/** Runs the test of a step and keeps the result. The digest is sent to the caller. For the site's team. */
export const testSetupStep = async (ctx: Ctx<Caller>, { key }: { key: string }): Promise<StepState> => {
  await requireTeam(ctx);
  const step = STEPS.find((one) => one.key === key);
  if (!step) throw new Refusal('not_found');
  const { status, found, advice = null } = await findingOf(ctx, step);
  if (key === DIGEST_STEP) await sendTestDigest(ctx, {});
  await storeSetupResult(ctx, { key, status: status === 'todo' ? 'warning' : status, found, advice, checked_at: ctx.clock.now() });
  return { status, found: translateStored(found), ...(advice && { advice: translateStored(advice) }) };
};

/** Ends the reminder on the overview. For the site's team. */
export const finishSetup = async (ctx: Ctx<Caller>): Promise<void> => {
  await requireTeam(ctx);
  await storeSetupResult(ctx, { key: FINISHED, status: 'ok', found: '', advice: null, checked_at: ctx.clock.now() });
};

/** Mails a code to the caller. Typing it proves that mail arrives. For the site's team. */
export const sendSetupMail = async (ctx: Ctx<Caller>): Promise<void> => {
  await requireTeam(ctx);
  const { email } = await getOwnAccount(ctx);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(ctx, async (ctx) => {
    const found = inEnglish(msg('We sent a code to {email}. Type it here when it arrives.'), { email });
    const result = { key: MAIL_RECEIVED, status: 'pending' as const, found, advice: null, checked_at: ctx.clock.now() };
    await storeSetupResult(ctx, result, hashToken(code));
    await sendMail(ctx, email, () => setupMail(ctx.site, code));
  });
};

export const confirmSetupMail = async (ctx: Ctx<Caller>, { code }: { code: string }): Promise<void> => {
  await requireTeam(ctx);
  const expected = await findMailCodeHash(ctx, MAIL_RECEIVED);
  if (!expected || !timingSafeEqual(expected, hashToken(code.replace(/\s/g, ''))))
    throw invalidInput({ path: 'code', code: 'not_understood', message: t('is not the code of the last test email') });
  const found = inEnglish(msg('A test email arrived.'));
  await storeSetupResult(ctx, { key: MAIL_RECEIVED, status: 'ok', found, advice: null, checked_at: ctx.clock.now() });
};
