import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal, requireFound } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { t } from '../../kernel/language/messages.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { deleteSiteSetting, writeSiteSetting } from '../sites/queries.ts';
import { write_datasets } from './jobs.ts';
import { deleteDatasetRow, findDataset, findFile, isWriting, type PublishedDataset, selectDatasets } from './queries.ts';
import { type DatasetSettings, parseDatasetSettings } from './rules.ts';
import { DATASET, loadDatasetSettings } from './settings.ts';
import type { Manifest } from './write.ts';

/** Written once a week and deleted after five, so this is all of them unless the team writes many. */
const MAX_SHOWN = 20;

export interface PublicDatasets {
  settings: DatasetSettings;
  /** The newest first. */
  dumps: Manifest[];
}

const parseManifest = ({ manifest }: PublishedDataset): Manifest => JSON.parse(manifest) as Manifest;

/** What a site publishes of its data; no dumps if that is off. */
export const getDatasets = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<PublicDatasets> => {
  const settings = await loadDatasetSettings(sql, site.id);
  return { settings, dumps: settings.publish ? (await selectDatasets(sql, site.id, MAX_SHOWN)).map(parseManifest) : [] };
};

const requireOn = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<void> => {
  if (!(await loadDatasetSettings(sql, site.id)).publish) throw new Refusal('dataset_not_found');
};

/** A published dump by its name, or the latest one. */
export const getDataset = async (ctx: Pick<Ctx, 'sql' | 'site'>, name: string | null): Promise<PublishedDataset> => {
  await requireOn(ctx);
  const { sql, site } = ctx;
  return requireFound(
    'dataset_not_found',
    name === null ? (await selectDatasets(sql, site.id, 1))[0] : await findDataset(sql, { site_id: site.id, name }),
  );
};

/** A file of a published dump. */
export const getDatasetFile = async (ctx: Pick<Ctx, 'sql' | 'site'>, { dataset, file }: { dataset: string; file: string }) => {
  await requireOn(ctx);
  const ref = { site_id: ctx.site.id, dataset, file };
  return { ref, ...requireFound('dataset_not_found', await findFile(ctx.sql, ref)) };
};

export interface TeamDatasets extends PublicDatasets {
  is_writing: boolean;
}

/** For the site's team. */
export const getTeamDatasets = async (ctx: Ctx<Caller>): Promise<TeamDatasets> => {
  await requireTeam(ctx);
  return { ...(await getDatasets(ctx)), is_writing: await isWriting(ctx.sql, ctx.site.id) };
};

const facts = (settings: DatasetSettings): Record<string, unknown> => ({ ...settings });

const isSame = (a: DatasetSettings, b: DatasetSettings): boolean => JSON.stringify(a) === JSON.stringify(b);

const enqueueDump = (ctx: Pick<Ctx, 'sql' | 'site'>) =>
  enqueue(ctx.sql, write_datasets, { site_id: ctx.site.id }, { key: `dataset ${ctx.site.id}` });

/** Sets whether the data is published, and under which licence. The first dump is written at once. For the site's team. */
export const setDatasetSettings = (ctx: Ctx<Caller>, input: DatasetSettings): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { sql, site } = ctx;
    const before = await loadDatasetSettings(sql, site.id, true);
    const after = parseDatasetSettings(input);
    if (after.licence === 'own' && !after.licence_text)
      throw new Refusal('invalid_input', {
        errors: [{ path: 'licence_text', code: 'required', message: t('is needed for a licence of your own') }],
      });
    if (isSame(before, after)) return null;
    if (isSame(after, parseDatasetSettings(null))) await deleteSiteSetting(sql, site.id, DATASET);
    else await writeSiteSetting(sql, site.id, DATASET, after);
    if (after.publish && !before.publish) await enqueueDump(ctx);
    return { act: 'set_dataset', record: 'dataset', record_id: site.id, before: facts(before), after: facts(after) };
  });

/** Writes a dump now. For the site's team. */
export const writeDatasetNow = (ctx: Ctx<Caller>): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    if (!(await loadDatasetSettings(ctx.sql, ctx.site.id)).publish) return null;
    await enqueueDump(ctx);
    return { act: 'write_dataset', record: 'dataset', record_id: ctx.site.id };
  });

/** Deletes a dump before its time, such as one with something that must not be public. For the site's team. */
export const deleteDataset = (ctx: Ctx<Caller>, { name }: { name: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    if (!(await deleteDatasetRow(ctx.sql, { site_id: ctx.site.id, name }))) throw new Refusal('dataset_not_found');
    return { act: 'delete_dataset', record: 'dataset', record_id: ctx.site.id, before: { name } };
  });
