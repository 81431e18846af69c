import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { hashToken } from '../../kernel/secrets.ts';
import { weekAt } from '../../kernel/time/weeks.ts';
import { getOwnAccount } from '../accounts/account.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { requireTeam } from '../accounts/team.ts';
import { CHECKS, type Finding, runCheck } from './checks.ts';
import { setupMail } from './mails.tsx';
import { findMailCodeHash, type SetupFacts, type SetupResult, selectSetupFacts, selectSetupResults, storeSetupResult } from './queries.ts';

type SetupCtx = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** How far a step is. A `todo` has not been tried. */
export type StepState = Finding | { status: 'todo'; found: string; advice?: string };

interface Step {
  key: string;
  title: string;
  /** The check that its test button runs; without one it is counted on every visit. */
  check?: string;
  count?: (site: Ctx['site'], facts: SetupFacts) => StepState;
}

const done = (found: string): StepState => ({ status: 'ok', found });
const todo = (found: string): StepState => ({ status: 'todo', found });

const MIN_CATEGORIES = 3;
const MIN_LISTINGS = 10;
/** Legal pages that every site needs. */
const NEEDED_PAGES = ['terms', 'privacy', 'imprint'];
/** The proof that a mail arrived, by a code from it. */
const MAIL_RECEIVED = 'mail_received';

const countLegalPages: Step['count'] = ({ legal = [] }) => {
  const missing = NEEDED_PAGES.filter((kind) => !legal.some((page) => page.kind === kind));
  return missing.length === 0 ? done('Terms, privacy policy and imprint are published.') : todo(`Missing: ${missing.join(', ')}.`);
};

/** What to do between an empty site and an open one, in order. */
export const STEPS: Step[] = [
  {
    key: 'brand',
    title: 'Brand',
    count: ({ brand = {}, name }) =>
      Object.keys(brand).length > 0 ? done(`${name} has its own look.`) : todo('Name, logo, colours and the text of the home page.'),
  },
  { key: 'legal', title: 'Legal pages', count: countLegalPages },
  {
    key: 'categories',
    title: 'Categories',
    count: (_site, { categories }) =>
      categories >= MIN_CATEGORIES ? done(`There are ${categories}.`) : todo('Add at least three, or let an import make them.'),
  },
  {
    key: 'listings',
    title: 'First listings',
    count: (_site, { live_listings }) =>
      live_listings >= MIN_LISTINGS
        ? done(`There are ${live_listings}.`)
        : todo('Import a list, so that the first visitors find something.'),
  },
  { key: 'domain', title: 'Domain', check: 'domain' },
  { key: 'mail', title: 'Mail server', check: 'mail' },
  { key: MAIL_RECEIVED, title: 'Mail arrives' },
  { key: 'sender', title: 'Sender’s DNS', check: 'sender' },
  { key: 'payments', title: 'Payments', check: 'payments' },
  {
    key: 'week',
    title: 'First launch week',
    count: (_site, { coming }) =>
      coming > 0 ? done(`${coming} launches this week or later.`) : todo('Submit a product yourself, or invite a maker to launch.'),
  },
];

export interface SetupStep {
  key: string;
  title: string;
  can_test: boolean;
  state: StepState;
  checked_at: Date | null;
}

const stepOf = (site: Ctx['site'], facts: SetupFacts, results: SetupResult[], { key, title, check, count }: Step): SetupStep => {
  const result = results.find((one) => one.key === key);
  const state =
    count?.(site, facts) ??
    (result && result.status !== 'pending'
      ? { status: result.status, found: result.found, advice: result.advice ?? undefined }
      : todo(result?.found ?? 'Not tested yet.'));
  return { key, title, can_test: check !== undefined, state, checked_at: count ? null : (result?.checked_at ?? null) };
};

/** The steps of a site, with how far each is. */
export const readSetup = async (ctx: SetupCtx): Promise<SetupStep[]> => {
  const [facts, results] = await Promise.all([selectSetupFacts(ctx, weekAt(ctx.clock.now(), ctx.site.time_zone)), selectSetupResults(ctx)]);
  return STEPS.map((step) => stepOf(ctx.site, facts, results, step));
};

/** The same for the site's team. */
export const getSetup = async (ctx: Ctx<Caller>): Promise<SetupStep[]> => {
  await requireTeam(ctx);
  return readSetup(ctx);
};

/** Runs the test of a step and keeps the result. For the site's team. */
export const testSetupStep = async (ctx: Ctx<Caller>, { key }: { key: string }): Promise<void> => {
  await requireTeam(ctx);
  const step = STEPS.find((one) => one.key === key);
  const check = CHECKS.find((one) => one.key === step?.check);
  if (!check) throw new Refusal('not_found');
  const { status, found, advice = null } = await runCheck(check, { ...ctx, root: ctx.site.root });
  await storeSetupResult(ctx, { key, status, found, advice, checked_at: ctx.clock.now() });
};

/** Mails a code to the caller. Typing it proves that mail arrives. For the site's team. */
export const sendSetupMail = async (ctx: Ctx<Caller>): Promise<void> => {
  await requireTeam(ctx);
  const { email } = await getOwnAccount(ctx);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(ctx, async (ctx) => {
    const found = `We sent a code to ${email}. Type it here when it arrives.`;
    const result = { key: MAIL_RECEIVED, status: 'pending' as const, found, advice: null, checked_at: ctx.clock.now() };
    await storeSetupResult(ctx, result, hashToken(code));
    await sendMail(ctx, email, () => setupMail(ctx.site, code));
  });
};

export const confirmSetupMail = async (ctx: Ctx<Caller>, { code }: { code: string }): Promise<void> => {
  await requireTeam(ctx);
  const expected = await findMailCodeHash(ctx, MAIL_RECEIVED);
  if (!expected || !timingSafeEqual(expected, hashToken(code.replace(/\s/g, ''))))
    throw new Refusal('invalid_input', {
      errors: [{ path: 'code', code: 'not_understood', message: 'is not the code of the last test mail' }],
    });
  const result = { key: MAIL_RECEIVED, status: 'ok' as const, found: 'A test mail arrived.', advice: null, checked_at: ctx.clock.now() };
  await storeSetupResult(ctx, result);
};
