import { implementTask } from '../kernel/parsing/task.ts';
import { figureIn, findJsonObject, plainJson, readRates, readVatAnswer } from './response-formats.ts';
import { find_object, read_figure, read_rates, read_vat_answer, write_plain_json } from './tasks.ts';

const textOf = (body: Uint8Array): string => Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');

export const PROVIDER_PARSERS = [
  implementTask(read_figure, ({ body, json_path }) => figureIn(textOf(body), json_path)),
  implementTask(read_rates, ({ body, host }) => readRates(textOf(body), host)),
  implementTask(read_vat_answer, ({ body }) => readVatAnswer(textOf(body))),
  implementTask(write_plain_json, ({ body }) => plainJson(textOf(body))),
  implementTask(find_object, ({ text }) => findJsonObject(text)),
];
