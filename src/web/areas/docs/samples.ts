import { locationOf, type Operation, type ParameterLocation } from '../../../kernel/operation.ts';
import { withQuery } from '../../server/path.ts';

/** The environment variable of the key: also the one that the client's command reads. */
export const KEY_VARIABLE = 'LAUNCHWEEK_API_KEY';

type SampleInput = Record<string, never>;

const exampleIn = (row: Operation, location: ParameterLocation): SampleInput =>
  Object.fromEntries(Object.entries(row.example as SampleInput).filter(([name]) => locationOf(row, name) === location));

/** The address of the example below the site's root. */
export const sampleAddress = (row: Operation): string => {
  const values = exampleIn(row, 'path');
  return withQuery(`/api/v1${row.path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))}`, exampleIn(row, 'query'), {});
};

const hasBody = (row: Operation): boolean => Object.keys(exampleIn(row, 'body')).length > 0;

interface Syntax {
  keyOf(name: string): string;
  words: Record<string, string>;
  /** What stands inside the braces of an object, on both sides. */
  space: string;
}

const JAVASCRIPT: Syntax = {
  keyOf: (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)),
  words: {},
  space: ' ',
};
const PYTHON: Syntax = { keyOf: (name) => JSON.stringify(name), words: { true: 'True', false: 'False', null: 'None' }, space: '' };

/** A value in the syntax of a language. Strings and numbers of JSON are the same in all of them. */
const literal = (value: unknown, syntax: Syntax): string => {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, syntax)).join(', ')}]`;
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value);
    return syntax.words[text] ?? text;
  }
  const properties = Object.entries(value).map(([name, item]) => `${syntax.keyOf(name)}: ${literal(item, syntax)}`);
  return properties.length ? `{${syntax.space}${properties.join(', ')}${syntax.space}}` : '{}';
};

/** Text inside single quotes of a shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const curl = (method: string, url: string, headers: (string | false)[], body: unknown): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url)}`,
    ...headers.filter((header) => header !== false).map((header) => `  -H ${header}`),
    body !== undefined && `  -d ${quoteForShell(JSON.stringify(body))}`,
  ]
    .filter(Boolean)
    .join(' \\\n');

const authorization = (row: Operation): string | false => row.access !== 'public' && `"Authorization: Bearer $${KEY_VARIABLE}"`;

const curlSample = (row: Operation, root: string): string =>
  curl(
    row.method,
    root + sampleAddress(row),
    [authorization(row), hasBody(row) && `'Content-Type: application/json'`],
    hasBody(row) ? exampleIn(row, 'body') : undefined,
  );

const fetchSample = (row: Operation, root: string): string => {
  const headers = [
    row.access !== 'public' && `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    hasBody(row) && `    "Content-Type": "application/json",`,
  ].filter(Boolean);
  const options = [
    row.method !== 'GET' && `  method: "${row.method}",`,
    headers.length > 0 && `  headers: {\n${headers.join('\n')}\n  },`,
    hasBody(row) && `  body: JSON.stringify(${literal(exampleIn(row, 'body'), JAVASCRIPT)}),`,
  ].filter(Boolean);
  return [
    `const response = await fetch("${root}${sampleAddress(row)}"${options.length ? `, {\n${options.join('\n')}\n}` : ''});`,
    'const result = await response.json();',
    'if (!response.ok) throw new Error(result.detail);',
    'console.log(result);',
  ].join('\n');
};

const clientSample = (row: Operation, root: string): string => {
  const key = row.access === 'public' ? [] : [`  key: process.env.${KEY_VARIABLE},`];
  const input = literal(row.example, JAVASCRIPT);
  return [
    `import { createClient } from "@launchweek/client";`,
    '',
    'const client = createClient({',
    `  base_url: "${root}/api/v1",`,
    ...key,
    '});',
    `const result = await client.${row.id}(${input === '{}' ? '' : input});`,
    'console.log(result);',
  ].join('\n');
};

const pythonSample = (row: Operation, root: string): string => {
  const needs_key = row.access !== 'public';
  const headers = [
    needs_key && `        "Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`,
    hasBody(row) && `        "Content-Type": "application/json",`,
  ].filter(Boolean);
  const parts = [
    `    "${root}${sampleAddress(row)}",`,
    row.method !== 'GET' && `    method="${row.method}",`,
    headers.length > 0 && `    headers={\n${headers.join('\n')}\n    },`,
    hasBody(row) && `    data=json.dumps(${literal(exampleIn(row, 'body'), PYTHON)}).encode(),`,
  ].filter(Boolean);
  return [
    'import json',
    needs_key && 'import os',
    'import urllib.request',
    '',
    `request = urllib.request.Request(\n${parts.join('\n')}\n)`,
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ]
    .filter((line) => line !== false)
    .join('\n');
};

const toolCall = (row: Operation) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: row.id, arguments: row.example },
});

const mcpCurlSample = (row: Operation, root: string): string =>
  curl(
    'POST',
    `${root}/mcp`,
    [authorization(row), `'Content-Type: application/json'`, `'Accept: application/json, text/event-stream'`],
    toolCall(row),
  );

export interface Sample {
  name: string;
  /** What to know about it; above the code. */
  note?: string;
  text: string;
}

/** The example of an operation as code, by language. Each runs as it is once the key is in the environment. */
export const samplesOf = (row: Operation, root: string): { id: string; language: string; samples: Sample[] }[] => [
  { id: 'curl', language: 'curl', samples: [{ name: 'the curl command', text: curlSample(row, root) }] },
  {
    id: 'javascript',
    language: 'JavaScript',
    samples: [
      { name: 'the JavaScript with fetch', note: 'With fetch, in Node 18 or newer:', text: fetchSample(row, root) },
      {
        name: 'the JavaScript with the client',
        note: 'With the typed client, after npm install @launchweek/client:',
        text: clientSample(row, root),
      },
    ],
  },
  {
    id: 'python',
    language: 'Python',
    samples: [{ name: 'the Python code', note: 'Python 3.8 or newer, standard library only:', text: pythonSample(row, root) }],
  },
  {
    id: 'mcp',
    language: 'MCP',
    samples: [
      { name: 'the tool call', note: `The message your MCP client sends to ${root}/mcp:`, text: JSON.stringify(toolCall(row), null, 2) },
      { name: 'the curl command for the tool call', note: 'The same call without a client:', text: mcpCurlSample(row, root) },
    ],
  },
];
