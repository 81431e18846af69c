import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../db/migrate/files.ts';
import { type Static, T, type TSchema } from '../kernel/schema.ts';
import { findInputErrors } from '../kernel/validate.ts';
import {
  DemoCategory,
  DemoComment,
  DemoFounder,
  DemoPicture,
  DemoPostHeader,
  DemoProduct,
  DemoQuestion,
  DemoReview,
  DemoShop,
} from './schema.ts';

/** A checkout may convert line endings. */
const readText = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n');

/** The line of a path such as `[2].counts.votes` in JSON as Biome formats it: what is inside a value is indented by two spaces more. */
const lineInJson = (text: string, path: string): number => {
  const lines = text.split('\n');
  let line = 0;
  let indent = '';
  for (const step of path.split(/[.[\]]/).filter(Boolean)) {
    indent += '  ';
    const end = lines.findIndex((text, at) => at > line && !text.startsWith(indent));
    const inside = lines.flatMap((text, at) => (at > line && at < end && /[^\s}\]]/.test(text.charAt(indent.length)) ? [at] : []));
    const found = inside.find((at, n) => String(n) === step || lines[at]!.startsWith(`${indent}"${step}":`));
    if (found === undefined) break;
    line = found;
  }
  return line + 1;
};

/** Throws an error that names the file, the line and the property of everything that is wrong. */
const check = <S extends TSchema>(schema: S, value: unknown, file: string, lineOf: (path: string) => number): Static<S> => {
  const errors = findInputErrors(schema, value).map(({ path, code, message }) => {
    return `${file}:${lineOf(path)}: ${path} ${code === 'unknown_property' ? 'is not a known property' : message}`;
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return value as Static<S>;
};

const readJson = <S extends TSchema>(file: string, schema: S): Static<S> => {
  const text = readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
  return check(schema, value, file, (path) => lineInJson(text, path));
};

/** The files of a folder are numbered in the order of their content. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((file) => join(folder, file));

/** A post is Markdown after a header of `name: value` lines between two lines of dashes; an FAQ is a `question` and an `answer`. */
const readPost = (file: string) => {
  const text = readText(file);
  const [, head = '', ...body] = text.split(/^---\n/m);
  const header: Record<string, unknown> & { faqs: Record<string, string>[] } = { faqs: [] };
  for (const line of head.trim().split('\n')) {
    const at = line.indexOf(': ');
    const [name, value] = [line.slice(0, at), line.slice(at + 2)];
    if (name === 'question') header.faqs.push({ question: value });
    else if (name === 'answer') Object.assign(header.faqs.at(-1) ?? {}, { answer: value });
    else header[name] = name === 'days_ago' ? Number(value) : value;
  }
  const lineOf = (path: string) => text.split('\n').findIndex((line) => line.startsWith(`${path}:`)) + 1 || 1;
  const slug = basename(file, '.md').replace(/^\d+-/, '');
  return { slug, ...check(DemoPostHeader, header, file, lineOf), body_markdown: body.join('---\n').slice(1) };
};

/** Reads and checks the files of a folder. */
export const readDemoContent = (folder: string) => {
  const groups = <S extends TSchema>(name: string, schema: S): Static<S>[] =>
    filesIn(join(folder, name)).flatMap((file) => readJson(file, T.Array(schema)));
  return {
    categories: groups('categories', DemoCategory),
    products: groups('products', DemoProduct),
    founders: readJson(join(folder, 'founders.json'), T.Array(DemoFounder)),
    posts: filesIn(join(folder, 'posts')).map(readPost),
    pictures: readJson(join(folder, 'pictures.json'), T.Array(DemoPicture)),
    questions: readJson(join(folder, 'questions.json'), T.Array(DemoQuestion)),
    reviews: readJson(join(folder, 'reviews.json'), T.Array(DemoReview)),
    comments: readJson(join(folder, 'comments.json'), T.Array(DemoComment)),
    shop: readJson(join(folder, 'shop.json'), DemoShop),
  };
};

let content: ReturnType<typeof readDemoContent> | undefined;

/** Invented products, people and posts. Read on first use: most processes never need them. */
export const demoContent = () => {
  content ??= readDemoContent(join(packageRoot(), 'src', 'demo', 'data'));
  return content;
};
