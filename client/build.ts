import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bundle } from '../bundle.ts';
import type { openapiDocument } from '../src/http/openapi.ts';
import { generateSources } from './generate.ts';

/** Builds the package, from the repository's root: sources from the table of operations, then JavaScript and types of all of them. */
rmSync('client/dist', { recursive: true, force: true });

// The table is TypeScript with TSX below it, which Node does not read by itself.
const bundled = `dist/client-document-${process.pid}.js`;
await bundle({ entryPoints: ['src/http/openapi.ts'], outfile: bundled });
const { openapiDocument: documentOf } = (await import(pathToFileURL(bundled).href)) as { openapiDocument: typeof openapiDocument };
rmSync(bundled);

const sources = generateSources(documentOf({ root: 'https://launchweek.example', name: 'Launchweek' }));
for (const [file, text] of Object.entries(sources)) writeFileSync(`client/src/${file}`, text);
execFileSync('node_modules/.bin/tsc', ['--project', 'client'], { stdio: 'inherit' });
chmodSync('client/dist/command.js', 0o755);
