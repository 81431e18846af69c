import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const WIDTH = 40;

/** A bar of how much of a file was read, drawn at most ten times a second, and not at all where nobody watches. */
const progressBar = async (file: string, out: NodeJS.WriteStream = process.stderr) => {
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

/** The bytes of a file, piece by piece, with a bar of how far they were read. */
export const piecesOf = async function* (file: string): AsyncGenerator<Uint8Array> {
  const bar = await progressBar(file);
  yield* createReadStream(file).on('data', bar.read) as AsyncIterable<Uint8Array>;
  bar.end();
};

/** The lines of a file, with a bar of how far they were read. It is opened when the first is asked for: what came earlier would be lost. */
export const linesIn = async function* (file: string): AsyncGenerator<string> {
  const bar = await progressBar(file);
  yield* createInterface({ input: createReadStream(file).on('data', bar.read), crlfDelay: Number.POSITIVE_INFINITY });
  bar.end();
};
