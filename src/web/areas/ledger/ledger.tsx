import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { listLedgerKeys, type PublishedKey } from '../../../modules/votes/checkpoints/keys.ts';
import { findCheckpoint, type SignedResult, type StoredCheckpoint, selectResults } from '../../../modules/votes/checkpoints/queries.ts';
import { boardPaths, ledgerPaths } from '../../paths.ts';
import { assetUrl, readDocument } from '../../server/assets.ts';
import { currentPage, type PageContext, type PageHead } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { formatCount, WeekText } from '../../ui/format.tsx';
import { markdownToHtml } from '../../ui/markdown.ts';
import { TimeAgo } from '../../ui/times.tsx';

export interface LedgerData {
  checkpoint: StoredCheckpoint | null;
  keys: PublishedKey[];
  results: SignedResult[];
}

const LATEST_RESULTS = 12;

const load = async (ctx: Ctx): Promise<LedgerData> => {
  const { sql, site } = ctx;
  const [checkpoint = null, keys, results] = await Promise.all([
    findCheckpoint(sql, site.id),
    listLedgerKeys(ctx),
    selectResults(sql, site.id),
  ]);
  return { checkpoint, keys, results: results.slice(-LATEST_RESULTS).reverse() };
};

const trail = () => [{ name: t('Vote ledger'), href: ledgerPaths.home() }];

const Checkpoint = ({ checkpoint }: { checkpoint: StoredCheckpoint }) => (
  <Block id="checkpoint" heading={t('Latest checkpoint')}>
    <p>
      {rich('{count} rows, signed {time}.', {
        count: formatCount(checkpoint.size),
        time: <TimeAgo at={checkpoint.signed_at} />,
      })}
    </p>
    <pre tabindex={0}>
      <code>{checkpoint.note}</code>
    </pre>
    <p>
      {rich('Files: <checkpoint>checkpoint</checkpoint>, <history>all checkpoints</history>, <ledger>the whole ledger</ledger>', {
        checkpoint: (text) => <a href={ledgerPaths.checkpoint()}>{text}</a>,
        history: (text) => <a href={ledgerPaths.checkpoints()}>{text}</a>,
        ledger: (text) => <a href={ledgerPaths.exportFile()}>{text}</a>,
      })}
    </p>
  </Block>
);

const Keys = ({ keys }: { keys: PublishedKey[] }) => (
  <Block id="keys" heading={t('Keys')}>
    <p>{t('When a key is replaced, the old key signs the new one. Note the key somewhere, so that you can compare it later.')}</p>
    <ul class="rows">
      {keys.map(({ number, key, from_size, compromised }) => (
        <li class="stack">
          <p>
            {rich('Key {number}, from row {row}', { number, row: formatCount(from_size) })}
            {compromised && <> · {t('marked as compromised: its signatures don’t count')}</>}
          </p>
          <p>
            <code class="ledger-key">{key}</code>
          </p>
        </li>
      ))}
    </ul>
    <p>
      <a href={ledgerPaths.keys()}>{t('Key history as a file')}</a>
    </p>
  </Block>
);

const Results = ({ results }: { results: SignedResult[] }) => (
  <Block id="results" heading={t('Signed results')}>
    <ul class="rows">
      {results.map(({ week, size }) => (
        <li>
          <a href={ledgerPaths.result({ week })}>
            <WeekText monday={week} />
          </a>
          , {t('{count} rows', { count: formatCount(size) })}
        </li>
      ))}
    </ul>
  </Block>
);

const Command = () => (
  <pre tabindex={0}>
    <code>npx @launchweek/verify {currentPage().site.root}</code>
  </pre>
);

/** The ledger for people: what is signed, and how to check it. */
export const ledgerPage = {
  path: ledgerPaths.home,
  load,
  head: (): PageHead => ({
    title: t('Vote ledger'),
    description: t('Every vote, signed every hour: anyone can check that no vote was changed and recount every week.'),
    canonical: ledgerPaths.home(),
    trail: [],
    here: t('Vote ledger'),
  }),
  view: ({ checkpoint, keys, results }: LedgerData) => (
    <div class="medium ledger">
      <header class="page-head">
        <h1>{t('Vote ledger')}</h1>
        <p class="lede">
          {t(
            'Every vote is a row in a ledger that only grows. We sign its state every hour and with each week’s result, so that nobody can change a vote afterwards without being noticed, not even us.',
          )}
        </p>
        <p class="actions">
          <a class="button button-main" href={ledgerPaths.verify()}>
            {t('Check the ledger')}
          </a>
        </p>
      </header>
      {checkpoint ? (
        <Checkpoint checkpoint={checkpoint} />
      ) : (
        <p class="notice">{t('Nothing is signed yet. The first checkpoint follows within an hour of the first vote.')}</p>
      )}
      {results.length > 0 && <Results results={results} />}
      {keys.length > 0 && <Keys keys={keys} />}
      <Block id="check" heading={t('Check it yourself')}>
        <p>
          {rich(
            'The verifier is one file without dependencies. It recounts every week from the votes and compares all signatures. You can run it <page>in your browser</page> or with one command:',
            { page: (text) => <a href={ledgerPaths.verify()}>{text}</a> },
          )}
        </p>
        <Command />
        <p>
          {rich('You can also <format>write your own verifier</format>, or read <ranking>how votes are counted</ranking>.', {
            format: (text) => <a href={ledgerPaths.format()}>{text}</a>,
            ranking: (text) => <a href={boardPaths.howRankingWorks()}>{text}</a>,
          })}
        </p>
      </Block>
    </div>
  ),
};

const FileInput = ({ name, label, hint, accept }: { name: string; label: string; hint?: string; accept: string }) => (
  <div class="field">
    <label for={`ledger-${name}`}>{label}</label>
    {hint && (
      <p class="hint" id={`ledger-${name}-hint`}>
        {hint}
      </p>
    )}
    <input id={`ledger-${name}`} name={name} type="file" accept={accept} aria-describedby={hint && `ledger-${name}-hint`} />
  </div>
);

/** The verifier in the browser. */
export const verifyPage = {
  path: ledgerPaths.verify,
  load: async () => ({}),
  head: (): PageHead => ({
    title: t('Check the ledger'),
    description: t('Checks the votes, signatures and results of a site in your browser.'),
    canonical: ledgerPaths.verify(),
    trail: trail(),
    here: t('Check the ledger'),
    island: 'ledger.js',
    // Ledgers of other sites, if somebody enters their address.
    policy: "connect-src 'self' https:",
  }),
  view: (_: object, context: PageContext) => (
    <div class="narrow ledger">
      <header class="page-head">
        <h1>{t('Check the ledger')}</h1>
        <p class="lede">
          {t(
            'Your browser reads the ledger, checks every row and signature, and recounts every week. Files you choose aren’t sent anywhere.',
          )}
        </p>
      </header>
      <form
        class="form"
        action={ledgerPaths.verify()}
        data-ledger-check
        data-verifier={assetUrl('verify-ledger.js')}
        data-reading={t('Reading …')}
        data-rows={t('rows checked')}
        data-ok={t('Everything is in order.')}
        data-broken={t('Something is wrong.')}
      >
        <div class="field">
          <label for="ledger-address">{t('Address of a site')}</label>
          <input id="ledger-address" name="address" type="url" value={context.site.root} maxLength={300} />
        </div>
        <FileInput name="ledger" label={t('Or a ledger file')} accept=".jsonl" />
        <FileInput
          name="checkpoint"
          label={t('An earlier checkpoint (optional)')}
          hint={t('A checkpoint that you or somebody else saved. The ledger must continue it.')}
          accept=".txt,text/plain"
        />
        <FileInput name="receipt" label={t('A receipt of a vote (optional)')} accept=".json" />
        <div class="actions">
          <button class="button button-main" type="submit">
            {t('Check')}
          </button>
        </div>
        <div class="ledger-report" role="status" aria-live="polite" />
      </form>
      <p>{t('This page needs JavaScript. Without it, use this command:')}</p>
      <Command />
    </div>
  ),
};

/** The description of the format, as in the documentation. */
export const formatPage = {
  path: ledgerPaths.format,
  load: async () => ({}),
  head: (): PageHead => ({
    title: t('Format of the ledger'),
    description: t('How the ledger, its checkpoints, proofs and keys are written, precise enough to write a verifier.'),
    canonical: ledgerPaths.format(),
    trail: trail(),
    here: t('Format of the ledger'),
  }),
  view: () => {
    const [title, ...lines] = readDocument('ledger.md').split('\n');
    return (
      <div class="prose-long medium ledger" lang="en">
        <header class="page-head">
          <h1>{title!.replace(/^# /, '')}</h1>
        </header>
        <div class="prose" dangerouslySetInnerHTML={{ __html: markdownToHtml(lines.join('\n')) }} />
      </div>
    );
  },
};
