import { locationOf, type Operation } from '../../src/kernel/operation.ts';

/** The REST path and query of an operation. */
export const pathOf = (row: Operation, input: Record<string, unknown>): string => {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(
    Object.entries(input)
      .filter(([name]) => locationOf(row, name) === 'query')
      .map(([name, value]) => [name, String(value)]),
  );
  return `${path}${query.size ? `?${query}` : ''}`;
};
