import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'throw-uncaught.ts');

interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}
const run = (...args: string[]): Promise<ProcessResult> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, ...args], { timeout: 20_000 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

test.each([
  ['exception', 'uncaught exception'],
  ['rejection', 'unhandled rejection'],
])('an uncaught %s is logged as fatal with its stack, and the process exits with 1', async (kind, message) => {
  const { code, stdout } = await run(kind);
  expect(code).toBe(1);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 30, msg: 'begun' },
    { level: 60, msg: message, err: { message: 'nobody catches this', stack: expect.stringContaining('throw-uncaught.ts') } },
  ]);
});

test('with a silent log, the error is written to stderr', async () => {
  expect(await run('exception', 'silent')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('nobody catches this') });
});
