import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal, requireFound } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { listSignInProviders } from '../../accounts/identities/providers.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { findSeller } from '../../orders/quote/seller.ts';
import { isLegalKind, LEGAL_KINDS, type LegalKind, placeholdersIn } from './kinds.ts';
import {
  deleteLegalDraft,
  findLegalDraft,
  insertLegalVersion,
  type LegalText,
  type LegalVersion,
  lockLegalKind,
  selectLegalDraftKinds,
  selectLegalVersions,
  setLegalWithdrawn,
  writeLegalDraft,
} from './queries.ts';
import { writeTemplate } from './templates/templates.ts';

const requireKind = (name: string): LegalKind => {
  if (!isLegalKind(name)) throw new Refusal('legal_page_not_found');
  return name;
};

const currentOf = (versions: LegalVersion[]): LegalVersion | undefined => versions.find(({ withdrawn_at }) => withdrawn_at === null);

/** A legal page: the version in force, or any published one by its number, and the list of all. */
export const getLegalPage = async (ctx: Ctx, { kind: name, number }: { kind: string; number?: number }) => {
  const kind = requireKind(name);
  const versions = await selectLegalVersions(ctx, kind);
  const current = currentOf(versions);
  const version = number === undefined ? current : versions.find((one) => one.number === number);
  return { kind, version: requireFound('legal_page_not_found', version), current_number: current?.number ?? null, versions };
};

export interface LegalSummary {
  kind: LegalKind;
  current: { number: number; published_at: Date } | null;
  has_draft: boolean;
}

/** The legal pages with their state. For the site's team. */
export const listLegalPages = async (ctx: Ctx<Caller>): Promise<LegalSummary[]> => {
  await requireTeam(ctx);
  const drafts = new Set((await selectLegalDraftKinds(ctx)).map(({ kind }) => kind));
  return Promise.all(
    (Object.keys(LEGAL_KINDS) as LegalKind[]).map(async (kind) => ({
      kind,
      current: currentOf(await selectLegalVersions(ctx, kind)) ?? null,
      has_draft: drafts.has(kind),
    })),
  );
};

/** What this deployment does with data, for the templates. */
const factsOf = async (ctx: Ctx) => {
  const { payments, model, vat } = ctx.integrations;
  return {
    site: ctx.site,
    seller: await findSeller(ctx.sql, ctx.site.id),
    providers: (await listSignInProviders(ctx)).map(({ label }) => label),
    pays_by: payments?.name ?? null,
    has_model: model !== null,
    checks_vat: vat !== null,
  };
};

/** A page as the team edits it: its draft, else the version in force, else the template. */
export const getLegalEditor = async (ctx: Ctx<Caller>, { kind: name }: { kind: string }) => {
  await requireTeam(ctx);
  const kind = requireKind(name);
  const [draft, versions, facts] = await Promise.all([findLegalDraft(ctx, kind), selectLegalVersions(ctx, kind), factsOf(ctx)]);
  const template: LegalText = writeTemplate(kind, facts);
  const current = currentOf(versions);
  return {
    kind,
    text: draft ?? current ?? template,
    has_draft: draft !== undefined,
    is_new: !draft && !current,
    template,
    versions,
    current,
  };
};

/** Saves the draft of a page. For the site's team. */
export const saveLegalDraft = async (ctx: Ctx<Caller>, { kind: name, ...text }: LegalText & { kind: string }): Promise<void> => {
  await requireTeam(ctx);
  await writeLegalDraft(ctx, requireKind(name), text);
};

const pageRecord = (kind: LegalKind) => ({ record: 'legal_page', record_id: kind });

/** Publishes a text as the next version. The versions before it stay readable. For the site's team. */
export const publishLegalPage = (ctx: Ctx<Caller>, { kind: name, ...text }: LegalText & { kind: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const kind = requireKind(name);
    const missing = placeholdersIn(text.body_markdown);
    if (missing.length > 0)
      throw invalidInput({
        path: 'body_markdown',
        code: 'not_filled_in',
        message: t('still has to be filled in: {missing}', { missing: missing.slice(0, 5).join(', ') }),
      });
    await lockLegalKind(ctx, kind);
    const [newest, ...older] = await selectLegalVersions(ctx, kind);
    const current = currentOf(newest ? [newest, ...older] : []);
    await deleteLegalDraft(ctx, kind);
    if (current && current.title === text.title && current.body_markdown === text.body_markdown) return null;
    const number = (newest?.number ?? 0) + 1;
    await insertLegalVersion(ctx, kind, number, text);
    return {
      act: 'publish_legal_page',
      ...pageRecord(kind),
      title: text.title,
      before: { number: current?.number ?? null },
      after: { number },
    };
  });

/** Takes a version back or puts it in force again; used by undo. For the site's team. */
export const setLegalVersionWithdrawn = (
  ctx: Ctx<Caller>,
  { kind: name, number, withdrawn }: { kind: string; number: number; withdrawn: boolean },
): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const kind = requireKind(name);
    if (!(await setLegalWithdrawn(ctx, kind, number, withdrawn ? ctx.clock.now() : null))) return null;
    const act = withdrawn ? 'withdraw_legal_page' : 'restore_legal_page';
    return { act, ...pageRecord(kind), title: LEGAL_KINDS[kind].title, after: { number } };
  });

/** The legal pages that a site which sells lacks; none while it sells nothing. */
export const listMissingLegalPages = async (ctx: Ctx): Promise<LegalKind[]> => {
  if (!(await findSeller(ctx.sql, ctx.site.id))) return [];
  const present = (ctx.site.legal ?? []).map(({ kind }) => kind);
  return (Object.keys(LEGAL_KINDS) as LegalKind[]).filter((kind) => !present.includes(kind));
};
