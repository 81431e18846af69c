import { bundle } from './bundle.ts';

await bundle({ entryPoints: ['src/main.ts', 'src/parser-worker.ts'], outdir: 'dist', sourcemap: true });
