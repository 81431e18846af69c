import { gzipSync } from 'node:zlib';

/**
 * What a model and a program have to read before they can call anything: tools/list of each set of tools, and the OpenAPI document, of a
 * running server: node bench/sizes.ts http://localhost:3000
 */
const [root] = process.argv.slice(2);
if (!root) throw new Error('usage: node bench/sizes.ts http://localhost:3000');

const VERSION = '2026-07-28';

const listTools = async (query: string): Promise<string> => {
  const answer = await fetch(`${root}/mcp${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/list',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': VERSION,
          'io.modelcontextprotocol/clientInfo': { name: 'sizes', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
  return answer.text();
};

interface ToolSize {
  name: string;
  description: string;
  inputSchema: unknown;
  outputSchema?: unknown;
}

/** English and JSON take about four bytes a token. */
const BYTES_A_TOKEN = 4;

const sizeOf = (text: string) => {
  const bytes = Buffer.byteLength(text);
  return { bytes, tokens: Math.round(bytes / BYTES_A_TOKEN), gzipped: gzipSync(text).length };
};

const sets = ['', '?tools=public', '?tools=maker', '?tools=orders'];
const rows = await Promise.all(
  sets.map(async (query) => {
    const text = await listTools(query);
    const { tools } = (JSON.parse(text) as { result: { tools: ToolSize[] } }).result;
    return { what: `/mcp${query}`, tools: tools.length, ...sizeOf(text), largest: largestOf(tools) };
  }),
);
const openapi = await (await fetch(`${root}/api/v1/openapi.json`)).text();
console.table([...rows, { what: '/api/v1/openapi.json', ...sizeOf(openapi) }]);
console.table(bytesByKeyword(JSON.parse(openapi)));

function largestOf(tools: ToolSize[]): string {
  const sized = tools.map((tool) => ({ name: tool.name, bytes: JSON.stringify(tool).length })).toSorted((a, b) => b.bytes - a.bytes);
  return sized
    .slice(0, 3)
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .join(', ');
}

/** Bytes of the OpenAPI document by keyword: what is said by a description, a reference, a type …; the names of properties are `names`. */
function bytesByKeyword(document: unknown): Record<string, number> {
  const bytes = new Map<string, number>();
  const add = (keyword: string, text: string) => bytes.set(keyword, (bytes.get(keyword) ?? 0) + Buffer.byteLength(text));
  const count = (part: unknown, holds_names: boolean): void => {
    if (Array.isArray(part)) for (const item of part) count(item, false);
    if (Array.isArray(part) || typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      const is_leaf = typeof value !== 'object' || Array.isArray(value) ? !holds_names && JSON.stringify(value)[1] !== '{' : false;
      add(holds_names ? 'names' : name, `"${name}":${is_leaf ? JSON.stringify(value) : ''},`);
      if (!is_leaf) count(value, name === 'properties' && !holds_names);
    }
  };
  count(document, false);
  return Object.fromEntries([...bytes].toSorted(([, a], [, b]) => b - a).slice(0, 12));
}
