import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText, readCsv } from '../../src/kernel/csv.ts';

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
      { line: 1, cells: 'has a misplaced quote in cell 1' },
      { line: 2, cells: ['x', 'y'] },
    ],
  ],
  [
    'a quote that is never closed swallows its own line alone',
    'a,"b\n1,2\n3,4',
    [
      { line: 1, cells: 'has an unclosed quote' },
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['3', '4'] },
    ],
  ],
  ['nothing', '', []],
])('reads %s', async (_what, text, records) => {
  expect(await read(text)).toEqual(records);
  expect(await read(text, 1)).toEqual(records);
});

test('a line of many megabytes is rejected by its number, and the following lines are read', async () => {
  const records = await read(`a,b\n${'x'.repeat(5_000_000)},2\n3,4`, 65_536);
  expect(records).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: 'is longer than 65,536 characters' },
    { line: 3, cells: ['3', '4'] },
  ]);
});

test('records are read as they were written', async () => {
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

describe('formulas', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-sum(A1)', "'-sum(A1)"],
    ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ['-1', '-1'],
    ['-0.05', '-0.05'],
    ['12.50', '12.50'],
    ['-1-1', "'-1-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', '"\'\t\'=1"'],
    ['\r=1', '"\'\r\'=1"'],
    ['＝1', "'＝1"],
    ['a;=1', '"a;\'=1"'],
    ['a\n=1', '"a\n\'=1"'],
    ["'=1", "''=1"],
    ['a;"=1"', '"a;\'""=1"""'],
    ["O'Neill & =Sons", "O'Neill & =Sons"],
    ['a@b.example', 'a@b.example'],
  ])('%j is written as %j, and read back', async (cell, written) => {
    const text = csvText([['first', cell]]);
    expect(text).toBe(`first,${written}\r\n`);
    expect((await read(text)).map(({ cells }) => cells)).toEqual([['first', cell]]);
  });

  test('numbers are not escaped', () => {
    expect(csvText([[-3, 0, 1.5, null]])).toBe('-3,0,1.5,\r\n');
  });

  test('records are read as they were written, and no cell begins a formula', async () => {
    const cell = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", ';', '\t', '\r', 'a', '1', '"', ',', '\n', '＝') });
    // A carriage return before a line feed is a line ending.
    const exact = cell.filter((text) => !/\r(\n|$)/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(exact, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), async (rows) => {
        const text = csvText(rows);
        expect((await read(text)).map(({ cells }) => cells)).toEqual(rows);
        const by_comma = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g)].map(([, cell]) => cell!);
        // As in a spreadsheet that separates cells by semicolon, where our quotes mean nothing.
        const by_other = text.split(/[;\t\r\n]/);
        for (const piece of [...by_comma, ...by_other]) expect(piece).not.toMatch(/^"*([=+@＝]|-(?!\d+(\.\d+)?(\W|$)))/);
      }),
      { numRuns: 300 },
    );
  });
});
