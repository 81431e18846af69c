import { Count, Instant, Named, Nullable, OneOf, T, Text } from '../../kernel/schema.ts';
import { getTeamDatasets, setDatasetSettings } from '../datasets/datasets.ts';
import { LICENCE_IDS, MAX_LICENCE_TEXT } from '../datasets/rules.ts';
import { May, teamRead, teamWrite } from './team-operation.ts';

export const get_dataset = teamRead({
  path: '/dataset',
  summary: 'The dataset: settings and dumps',
  description: 'Whether the public data is published, under which licence, and its dumps.',
  output: Named('TeamDataset', {
    settings: Named('DatasetSettings', {
      publish: T.Boolean({ description: 'Whether dumps are published.' }),
      licence: OneOf([...LICENCE_IDS], { description: 'The licence.' }),
      licence_text: Nullable(T.String(), { description: 'Text of an own licence; otherwise null.' }),
      attribution: Nullable(T.String(), { description: 'Source to name; null for the site.' }),
    }),
    dumps: T.Array(
      Named('Dump', {
        name: T.String({ description: 'Its name, part of its addresses.' }),
        address: T.String({ description: 'Where its files are.' }),
        written_at: Instant('When it was complete.'),
        cursor: T.String({ description: 'Where the change feed continues.' }),
        bytes: Count('Size of all files.'),
      }),
      { description: 'The newest first.' },
    ),
    is_writing: T.Boolean({ description: 'Whether one is being written.' }),
  }),
  async read(ctx) {
    const { settings, dumps, is_writing } = await getTeamDatasets(ctx);
    return {
      settings,
      is_writing,
      dumps: dumps.map(({ name, address, written_at, cursor, files }) => ({
        name,
        address,
        written_at: new Date(written_at),
        cursor,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
      })),
    };
  },
});

export const set_dataset = teamWrite({
  method: 'PUT',
  path: '/dataset',
  summary: 'Publish the public data, or stop',
  description: 'Publishes weekly dumps of the public data under a licence, or stops.',
  input: {
    publish: T.Boolean({ description: 'Whether dumps are published.' }),
    licence: OneOf([...LICENCE_IDS], { description: 'own needs licence_text.' }),
    licence_text: May(Text(MAX_LICENCE_TEXT), 'Text of an own licence.'),
    attribution: May(Text(200), 'Source to name; the site without it.'),
  },
  example: { publish: true, licence: 'CC-BY-4.0' },
  change: (ctx, { publish, licence, licence_text = null, attribution = null }) =>
    setDatasetSettings(ctx, { publish, licence, licence_text, attribution }),
});
