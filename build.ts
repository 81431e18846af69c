import { rmSync } from 'node:fs';
import { bundle } from './bundle.ts';

rmSync('dist', { recursive: true, force: true });

await bundle({ entryPoints: ['src/main.ts', 'src/parser-worker.ts'], outdir: 'dist', sourcemap: true });
