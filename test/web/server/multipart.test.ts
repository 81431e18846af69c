import { expect, test } from 'vitest';
import { readMultipart } from '../../../src/web/server/multipart.ts';

const TYPE = 'multipart/form-data; boundary=edge';
const part = (name: string, value: string, file = ''): string =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${value}\r\n`;
const form = (...parts: string[]): Buffer => Buffer.from(`${parts.join('')}--edge--\r\n`);

test.each([
  ['small', 'x'.repeat(100)],
  ['large', 'x'.repeat(1_000_000)],
])('parses the fields and files of a %s form', async (_size, picture) => {
  const body = form(
    part('alt', 'A picture'),
    part('__proto__', 'odd'),
    part('empty', ''),
    part('picture', picture, 'a.png'),
    part('picture', 'second', 'b.png'),
  );
  const { fields, files } = await readMultipart(TYPE, body);
  expect(Object.entries(fields)).toEqual([
    ['alt', 'A picture'],
    ['__proto__', 'odd'],
  ]);
  expect(files.picture!.map(({ file_name, content }) => [file_name, content.toString()])).toEqual([
    ['a.png', picture],
    ['b.png', 'second'],
  ]);
});

test('ignores bodies that are not multipart forms', async () => {
  const nothing = { fields: {}, files: {} };
  expect(await readMultipart('text/plain', form(part('a', 'b')))).toEqual(nothing);
  expect(await readMultipart(TYPE, Buffer.alloc(100_000))).toEqual(nothing);
  expect(await readMultipart(TYPE, undefined)).toEqual(nothing);
});

test('a form with many parts does not block the event loop', async () => {
  const many = form(part('a', 'b').repeat(150_000));
  const before = { thread: process.threadCpuUsage(), process: process.cpuUsage() };
  await readMultipart(TYPE, many);
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  // Parsed on this thread, nearly all of the work is done here. A share is the same on a slow machine.
  expect(sum(process.threadCpuUsage(before.thread)) / sum(process.cpuUsage(before.process))).toBeLessThan(0.6);
});
