import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { parseAst } from 'vitest/node';
import { sources } from './sources.ts';

/** A regular expression in the source, and where it is. */
export interface Expression {
  at: string;
  source: string;
  flags: string;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const visit = (value: unknown, see: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (isNode(value)) {
    see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
};

const isCallOf = (node: Node, name: string): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') && (node.callee as { name?: string }).name === name;

/** Finds everything that becomes a regular expression: literals, RegExp calls, and schema patterns. */
export const findExpressions = (): { expressions: Expression[]; built: Expression[]; calls: string[] } => {
  const expressions: Expression[] = [];
  const calls: string[] = [];
  const patterns: { at: string; value: Node }[] = [];
  const constants = new Map<string, string>();
  for (const { path, text } of sources()) {
    const lineOf = ({ start }: Node): string => `${path}:${text.slice(0, start).split('\n').length}`;
    visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
      const literal = node.regex as { pattern: string; flags: string } | undefined;
      if (node.type === 'Literal' && literal) expressions.push({ at: lineOf(node), source: literal.pattern, flags: literal.flags });
      if (isCallOf(node, 'RegExp')) calls.push(lineOf(node));
      if (node.type === 'Property' && (node.key as { name?: string }).name === 'pattern')
        patterns.push({ at: lineOf(node), value: node.value as Node });
      if (node.type === 'VariableDeclarator' && typeof (node.init as Node | null)?.value === 'string')
        constants.set((node.id as { name: string }).name, (node.init as { value: string } & Node).value);
    });
  }
  for (const { at, value } of patterns) {
    const source = value.type === 'Literal' ? value.value : value.type === 'Identifier' ? constants.get(value.name as string) : undefined;
    // Schema patterns are compiled with the flag u. A pattern that is not a literal is a function parameter.
    if (typeof source === 'string') expressions.push({ at, source, flags: 'u' });
  }
  const files = [...new Set(calls.map((at) => at.split(':')[0]!))];
  const printed = execFileSync(process.execPath, ['test/support/record-expressions.ts', ...files], { maxBuffer: 64 * 1024 * 1024 });
  const built = JSON.parse(printed.toString()) as Expression[];
  return { expressions: [...expressions, ...built], built, calls };
};

/** Key of an expression in the file of decisions: short, and independent of where it is. */
export const keyOf = ({ source, flags }: Expression): string =>
  createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, 16);
