import { stat } from 'node:fs/promises';

const WIDTH = 40;

/** A bar of how much of a file was read, drawn at most ten times a second, and not at all where nobody watches. */
export const progressBar = async (file: string, out: NodeJS.WriteStream = process.stderr) => {
  const { size } = await stat(file);
  let done = 0;
  let drawn = 0;
  const draw = () => {
    const share = size ? done / size : 1;
    out.write(`\r${'█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')} ${Math.round(share * 100)} %`);
  };
  return {
    read: (chunk: Buffer | string) => {
      done += chunk.length;
      if (!out.isTTY || Date.now() - drawn < 100) return;
      drawn = Date.now();
      draw();
    },
    end: () => {
      if (!out.isTTY) return;
      done = size;
      draw();
      out.write('\n');
    },
  };
};
