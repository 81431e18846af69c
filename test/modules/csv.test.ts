import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from '../../src/kernel/csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function* inPieces(whole: Uint8Array, size: number) {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

const read = async (whole: Uint8Array | string, size = 7) => {
  const records: { line: number; cells: string[] | string }[] = [];
  for await (const { line, cells } of readCsv(inPieces(typeof whole === 'string' ? bytes(whole) : whole, size)))
    records.push({ line, cells: Array.isArray(cells) ? cells : cells.message });
  return records;
};

test.each([
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ],
  ],
  [
    'no end to the last line',
    'a,b\n1,2',
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ],
  ],
  [
    'CRLF and a byte order mark',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ],
  ],
  ['quotes, commas and doubled quotes', '"a, b","say ""hi"""\n', [{ line: 1, cells: ['a, b', 'say "hi"'] }]],
  [
    'line ends within quotes, after which lines are counted on',
    '"a\n\nb",c\n1,2',
    [
      { line: 1, cells: ['a\n\nb', 'c'] },
      { line: 4, cells: ['1', '2'] },
    ],
  ],
  [
    'empty cells and empty lines',
    ',\n\n  \na,\n',
    [
      { line: 1, cells: ['', ''] },
      { line: 4, cells: ['a', ''] },
    ],
  ],
  [
    'a stray quote',
    'a"b"c,d\nx,y',
    [
      { line: 1, cells: 'has a quote where none may be, in cell 1' },
      { line: 2, cells: ['x', 'y'] },
    ],
  ],
  [
    'a quote that is never closed swallows its own line alone',
    'a,"b\n1,2\n3,4',
    [
      { line: 1, cells: 'opens a quote that is not closed' },
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['3', '4'] },
    ],
  ],
  ['nothing', '', []],
])('reads %s', async (_what, text, records) => {
  expect(await read(text)).toEqual(records);
  expect(await read(text, 1)).toEqual(records);
});

test('a line of many megabytes is refused by its number, and what follows is read', async () => {
  const records = await read(`a,b\n${'x'.repeat(5_000_000)},2\n3,4`, 65_536);
  expect(records).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: 'is longer than 65,536 characters' },
    { line: 3, cells: ['3', '4'] },
  ]);
});

test('whatever is written by the rules is read as it was', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '青', '"', ',', '\n', ' ', '👩') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        expect((await read(text, size)).map(({ cells }) => cells)).toEqual(rows);
      },
    ),
    { numRuns: 100 },
  );
});
