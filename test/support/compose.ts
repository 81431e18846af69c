import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  environment?: Record<string, string>;
  command?: string[];
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  configs?: { source: string; target: string }[];
}

export interface Compose {
  text: string;
  services: Record<string, ComposeService>;
  networks: object;
  volumes: object;
  configs: Record<string, { content: string }>;
}

/** A file of deploy/ as compose reads it, with its variables not filled in. */
export const readCompose = (name: string): Compose => {
  const text = readFileSync(`deploy/${name}`, 'utf8');
  return { ...(parse(text, { merge: true }) as Omit<Compose, 'text'>), text };
};

/** Fills in a value as compose does: ${NAME}, ${NAME:-default}, ${NAME:?error}; $$ is a dollar. */
export const fillIn = (text: string, env: NodeJS.Dict<string>): string =>
  text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (found, name: string, kind?: string, more = '') => {
    if (found === '$$') return '$';
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(more);
    return kind === '-' ? more : '';
  });

/** The environment of a service. */
export const environmentOf = ({ environment = {} }: ComposeService, env: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value, env)]));

/** The settings in a command of PostgreSQL: -c name=value. */
export const postgresSettings = (command: readonly string[]): Record<string, string> =>
  Object.fromEntries([...command.join(' ').matchAll(/-c (\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
