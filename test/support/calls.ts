import { type Operation, placeOf } from '../../src/kernel/operation.ts';

/** The path and query an operation is asked at over REST. */
export const pathOf = (row: Operation, input: Record<string, unknown>): string => {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(
    Object.entries(input)
      .filter(([name]) => placeOf(row, name) === 'query')
      .map(([name, value]) => [name, String(value)]),
  );
  return `${path}${query.size ? `?${query}` : ''}`;
};
