import { readFileSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Packages of hundreds of small files: in the bundle they cost a starting process a fraction of what finding them does. */
const TAKEN_IN = ['typebox', '@modelcontextprotocol/server', 'stripe', 'jsvat-next'];

/** What is built runs on Node beside its packages. Node reads TypeScript by itself, but not the TSX of pages and mails. */
export const bundle = (what: Pick<BuildOptions, 'entryPoints' | 'outdir' | 'outfile' | 'sourcemap' | 'plugins'>) =>
  build({
    ...what,
    ...(what.outdir && { entryNames: '[name]', chunkNames: 'chunk-[hash]' }),
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: what.outdir !== undefined,
    target: 'node24',
    external: Object.keys(dependencies).filter((name) => !TAKEN_IN.includes(name)),
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
