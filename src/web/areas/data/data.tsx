import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import type { ChangeKind } from '../../../modules/changes/rules.ts';
import { getDatasets, type PublicDatasets } from '../../../modules/datasets/datasets.ts';
import type { DatasetFile, Licence } from '../../../modules/datasets/rules.ts';
import type { Manifest } from '../../../modules/datasets/write.ts';
import { dataPaths, docsPaths, ledgerPaths } from '../../paths.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { formatBytes } from '../../ui/sizes.ts';
import { TimeAgo } from '../../ui/times.tsx';

const KIND_NAMES: Record<ChangeKind, () => string> = {
  category: () => t('Categories'),
  listing: () => t('Products'),
  founder: () => t('Founders'),
  week: () => t('Launch weeks'),
  award: () => t('Awards'),
  product: () => t('Prices'),
  votes: () => t('Counted votes by day'),
};

const FILE_NAMES: Record<string, () => string> = {
  'mirror.sqlite.gz': () => t('Everything as an SQLite database'),
  'ledger.jsonl.gz': () => t('Vote ledger'),
  'schema.json': () => t('JSON Schema of the records'),
  'licence.txt': () => t('Licence'),
  SHA256SUMS: () => t('Checksums'),
};

type ManifestFile = Manifest['files'][number];

const describeFile = ({ name, kind }: ManifestFile): string => (kind ? KIND_NAMES[kind]() : (FILE_NAMES[name]?.() ?? name));

const hrefOf = (dump: Manifest, file: string): string => dataPaths.file({ dataset: dump.name, file });

const Files = ({ dump }: { dump: Manifest }) => (
  <ul class="rows rows-ruled data-files">
    {dump.files.map((file) => (
      <li class="data-file">
        <p>
          <a href={hrefOf(dump, file.name)} download={file.name}>
            {describeFile(file)}
          </a>
          <span class="quiet data-size">
            {file.records !== undefined && <>{t('{n, plural, one {# record} other {# records}}', { n: file.records })} · </>}
            {formatBytes(file.size)}
          </span>
        </p>
        <p class="quiet data-sum">
          <code>{file.name}</code> <span class="data-hash">SHA-256 {file.sha256}</span>
        </p>
      </li>
    ))}
  </ul>
);

const LicenceText = ({ licence, dump }: { licence: Licence; dump: Manifest }) => (
  <Block id="licence" heading={t('Licence')}>
    <p>
      {licence.url ? (
        <a href={licence.url} rel="license">
          {licence.name}
        </a>
      ) : (
        <a href={hrefOf(dump, 'licence.txt')} rel="license">
          {t('Terms of this site')}
        </a>
      )}
      . {rich('Name the source: {source}.', { source: <strong dir="auto">{licence.attribution}</strong> })}
    </p>
    <p>
      {t(
        'Names and texts of people and companies remain theirs. When a product or a person is removed here, remove it from your copy too: removals are in the change feed.',
      )}
    </p>
  </Block>
);

const Command = ({ children }: { children: string }) => (
  <pre tabindex={0}>
    <code>{children}</code>
  </pre>
);

const Verify = ({ dump }: { dump: Manifest }) => (
  <Block id="verify" heading={t('Download and check')}>
    <p>{t('One command downloads everything, continues after an interruption, and checks the signature and every file:')}</p>
    <Command>{`npx @launchweek/client dataset ${dump.site.address} ./data`}</Command>
    <p>{t('Or check files that you have downloaded:')}</p>
    <Command>sha256sum --check --ignore-missing SHA256SUMS</Command>
    <p>
      {rich(
        'The <manifest>manifest</manifest> lists all files. A <note>signed note</note> names its checksum; it is signed with the key of the <ledger>vote ledger</ledger>, and <format>the format is described</format>.',
        {
          manifest: (text) => <a href={hrefOf(dump, 'manifest.json')}>{text}</a>,
          note: (text) => <a href={hrefOf(dump, 'manifest.note')}>{text}</a>,
          ledger: (text) => <a href={ledgerPaths.home()}>{text}</a>,
          format: (text) => <a href={ledgerPaths.format()}>{text}</a>,
        },
      )}
    </p>
  </Block>
);

const Follow = ({ dump }: { dump: Manifest }) => (
  <Block id="changes" heading={t('Stay up to date')}>
    <p>
      {rich('A dump names the position in the <feed>change feed</feed> where it ends. Continue from there:', {
        feed: (text) => <a href={`${docsPaths.rest()}#changes`}>{text}</a>,
      })}
    </p>
    <Command>{`curl '${dump.changes}'`}</Command>
    <p>{t('Or let one command load the dump and follow the changes, in an SQLite database:')}</p>
    <Command>{`npx @launchweek/client mirror ${dump.site.address} ./copy`}</Command>
  </Block>
);

const Former = ({ dumps }: { dumps: Manifest[] }) => (
  <Block id="former" heading={t('Earlier dumps')}>
    <p>{t('Dumps are kept for five weeks. What was removed since may still be in them: use the latest one.')}</p>
    <ul class="rows">
      {dumps.map((dump) => (
        <li>
          <TimeAgo at={new Date(dump.written_at)} /> · {formatBytes(totalOf(dump.files))} ·{' '}
          <a href={hrefOf(dump, 'manifest.json')}>{t('Manifest')}</a> · <a href={hrefOf(dump, 'SHA256SUMS')}>{t('Checksums')}</a>
        </li>
      ))}
    </ul>
  </Block>
);

const totalOf = (files: DatasetFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

const Dumps = ({ dumps: [latest, ...former] }: PublicDatasets) => (
  <>
    {latest && (
      <>
        <Block id="latest" heading={t('Latest dump')}>
          <p>
            {rich('{count} in {size}, written {time}. For programs: <latest>{address}</latest>', {
              count: t('{n, plural, one {# record} other {# records}}', {
                n: latest.files.reduce((sum, { records = 0 }) => sum + records, 0),
              }),
              size: formatBytes(totalOf(latest.files)),
              time: <TimeAgo at={new Date(latest.written_at)} />,
              address: dataPaths.latest(),
              latest: (text) => <a href={dataPaths.latest()}>{text}</a>,
            })}
          </p>
          <Files dump={latest} />
        </Block>
        <LicenceText licence={latest.licence} dump={latest} />
        <Verify dump={latest} />
        <Follow dump={latest} />
        {former.length > 0 && <Former dumps={former} />}
      </>
    )}
  </>
);

const Feed = ({ context }: { context: PageContext }) => (
  <>
    <p>
      {rich('The <feed>change feed</feed> has all public records already, from the beginning:', {
        feed: (text) => <a href={`${docsPaths.rest()}#changes`}>{text}</a>,
      })}
    </p>
    <Command>{`npx @launchweek/client mirror ${context.site.root} ./copy`}</Command>
  </>
);

/** The public data for download. */
export const dataPage = {
  path: dataPaths.home,
  load: (ctx: Ctx): Promise<PublicDatasets> => getDatasets(ctx),
  head: (): PageHead => ({
    title: t('Data'),
    description: t('Everything public on this site for download, signed and with a licence, and how to keep a copy up to date.'),
    canonical: dataPaths.home(),
    trail: [],
    here: t('Data'),
  }),
  view: (data: PublicDatasets, context: PageContext) => (
    <div class="medium data">
      <header class="page-head">
        <h1>{t('Data')}</h1>
        <p class="lede">
          {data.settings.publish
            ? t(
                'Everything public on this site in one download, written every week after the result is final, with signature, schema and licence.',
              )
            : t('Keep your own copy of everything public on this site.')}
        </p>
      </header>
      {data.dumps.length > 0 ? (
        <Dumps {...data} />
      ) : (
        <>
          <p class="notice">
            {data.settings.publish
              ? t('The first dump is being written. Check back in a few minutes.')
              : t('This site publishes no dumps.')}
          </p>
          <Feed context={context} />
        </>
      )}
    </div>
  ),
};
