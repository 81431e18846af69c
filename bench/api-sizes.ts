import { gzipSync } from 'node:zlib';

/**
 * How much a client has to read before its first call: the OpenAPI document by its parts, and the list of MCP tools. Needs a running
 * server:
 *
 *   node bench/api-sizes.ts http://localhost:3000
 */
const [root = 'http://localhost:3000'] = process.argv.slice(2);

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const print = (what: string, text: string) =>
  console.log(`${what}: ${Buffer.byteLength(text).toLocaleString('en')} bytes, gzipped ${gzipSync(text).length.toLocaleString('en')}`);

const openapi = await (await fetch(`${root}/api/v1/openapi.json`)).text();
print('openapi.json', openapi);

interface Described {
  description: string;
  requestBody?: unknown;
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, { example?: unknown }> }>;
}
const { paths, components } = JSON.parse(openapi) as {
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, unknown>>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const responses = operations.flatMap((row) => Object.values(row.responses));
const sum = (parts: unknown[]) => parts.filter((part) => part !== undefined).reduce<number>((total, part) => total + sizeOf(part), 0);
const descriptions = [...JSON.stringify(components.schemas).matchAll(/"description":("(?:[^"\\]|\\.)*")/g)].map(([text]) => text);
console.table({
  'descriptions of operations': sum(operations.map((row) => row.description)),
  'request bodies': sum(operations.map((row) => row.requestBody)),
  'examples of answers': sum(responses.map(({ content }) => content?.['application/json']?.example)),
  'headers of answers': sum(responses.map(({ headers }) => headers)),
  'references to errors': sum(responses.filter(({ $ref }) => $ref)),
  'records, descriptions included': sizeOf(components.schemas),
  'descriptions in records': sum(descriptions),
  'errors, parameters and the rest of components': sizeOf(components) - sizeOf(components.schemas),
});

const tools = await fetch(`${root}/mcp`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
});
print('tools/list', await tools.text());
