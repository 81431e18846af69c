import { EXAMPLE_ANSWERS } from '../../../http/openapi.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { REFUSALS } from '../../../refusals.ts';
import { OPERATIONS } from '../../../registry.ts';
import { docsPaths } from '../../paths.ts';
import { assetUrl } from '../../server/assets.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { CodeBlock, DocsFrame, docsTrail } from './docs.tsx';
import { KEY_VARIABLE, sampleAddress, samplesOf } from './samples.ts';
import { ResponseTables, SchemaTable } from './schema-table.tsx';

export const load = async (_ctx: Ctx, { operation }: { operation: string }): Promise<Operation> => {
  const row = OPERATIONS.find((served) => served.id === operation);
  if (!row) throw new Refusal('not_found');
  return row;
};

export const head = (row: Operation): PageHead => ({
  title: row.id,
  description: row.summary,
  canonical: docsPaths.operation({ operation: row.id }),
  island: 'copy.js',
  trail: docsTrail(),
});

/**
 * Tabs made of radio buttons, so that they work without JavaScript. The script runs before the code below it is parsed: it checks the
 * language that the visitor chose last, and nothing moves.
 */
const SampleTabs = ({ row, root }: { row: Operation; root: string }) => {
  const languages = samplesOf(row, root);
  return (
    <div class="samples">
      <fieldset class="sample-tabs">
        <legend class="unseen">Language</legend>
        {languages.map(({ id, language }, index) => (
          <span>
            <input class="unseen" type="radio" id={`sample-${id}`} name="sample" value={id} checked={index === 0} />
            <label for={`sample-${id}`}>{language}</label>
          </span>
        ))}
      </fieldset>
      <script src={assetUrl('sample-tabs.js')} />
      {languages.map(({ id, samples }) => (
        <div class={`sample sample-${id}`}>
          {samples.map(({ name, note, text }) => (
            <>
              {note && <p>{note}</p>}
              <CodeBlock name={name} text={text} />
            </>
          ))}
        </div>
      ))}
    </div>
  );
};

/** Ids in examples are made up. */
const hasPlaceholders = (row: Operation): boolean => /"(?:id|[a-z]+_id|number)":/.test(JSON.stringify(row.example));

const TryIt = ({ row, root }: { row: Operation; root: string }) => (
  <section class="block block-first" aria-labelledby="try">
    <h2 id="try">Example request</h2>
    {row.access !== 'public' && (
      <p>
        Put <a href={docsPaths.authentication()}>an API key</a> with the scope <code>{row.access}</code> into the environment variable{' '}
        <code>{KEY_VARIABLE}</code> first.{hasPlaceholders(row) && ' Replace the IDs with your own.'}
      </p>
    )}
    <SampleTabs row={row} root={root} />
    {row.idempotent && (
      <p>
        To retry safely, send an <code>Idempotency-Key</code> header (in MCP, the argument <code>idempotency_key</code>) and use the same
        key for every retry. The typed client does this for you.
      </p>
    )}
    {row.method === 'GET' && row.access === 'public' && (
      <p>
        <a href={sampleAddress(row)}>Open this request in your browser</a>
      </p>
    )}
  </section>
);

/** Longer responses are folded. */
const MAX_LINES = 30;

const SampleResponse = ({ row }: { row: Operation }) => {
  const text = JSON.stringify(EXAMPLE_ANSWERS.get(row.id), null, 2);
  const lines = text.split('\n').length;
  const code = <CodeBlock name="the sample response" text={text} />;
  if (lines <= MAX_LINES) return code;
  return (
    <details class="docs-fold">
      <summary>Show sample response ({lines} lines)</summary>
      {code}
    </details>
  );
};

const OperationErrors = ({ row }: { row: Operation }) => (
  <section class="block" aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    {row.refusals && row.refusals.length > 0 && (
      <ul class="docs-list">
        {row.refusals.map((code) => (
          <li>
            <a href={`${docsPaths.errors()}#${code}`}>
              <code>{code}</code>
            </a>{' '}
            ({REFUSALS[code].status}) {REFUSALS[code].detail}
          </li>
        ))}
      </ul>
    )}
    <p class="more">
      Every operation can also return <a href={docsPaths.errors()}>the common errors</a>, such as <code>invalid_input</code> and{' '}
      <code>rate_limited</code>.
    </p>
  </section>
);

export const view = (row: Operation, { site }: PageContext) => (
  <DocsFrame current={docsPaths.operation({ operation: row.id })}>
    <header class="page-head">
      <h1>
        <code>{row.id}</code>
      </h1>
      <p class="lede">{row.summary}</p>
      <p>{row.description}</p>
      <ul class="chips operation-facts">
        <li>
          <code>
            {row.method} /api/v1{row.path}
          </code>
        </li>
        <li class="pill">{row.access === 'public' ? 'No API key needed' : `Scope ${row.access}`}</li>
        {row.idempotent && <li class="pill">Idempotency-Key</li>}
      </ul>
    </header>
    <TryIt row={row} root={site.root} />
    {Object.keys(row.input.properties).length > 0 && (
      <section class="block" aria-labelledby="parameters">
        <h2 id="parameters">Parameters</h2>
        <SchemaTable schema={row.input} label="All parameters" input />
      </section>
    )}
    <section class="block" aria-labelledby="response">
      <h2 id="response">Response</h2>
      <p>Status {row.status}. In the sample, lists show their first item and long texts are cut.</p>
      <SampleResponse row={row} />
      <ResponseTables schema={row.output} />
    </section>
    <OperationErrors row={row} />
  </DocsFrame>
);
