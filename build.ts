import { bundle } from './bundle.ts';

await bundle({ entryPoints: ['src/main.ts', 'src/modules/drafts/draft-thread.ts'], outdir: 'dist', sourcemap: true });
