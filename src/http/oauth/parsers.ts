import { plainJson, textOf } from '../../integrations/parsers.ts';
import { implementTask } from '../../kernel/parsing/task.ts';
import { read_client_document } from './tasks.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A client document without an authentication method is a public client: it has no secret. */
const asPublicClient = (text: string): string => {
  try {
    const document: unknown = JSON.parse(text);
    return isObject(document) && 'client_id' in document ? JSON.stringify({ token_endpoint_auth_method: 'none', ...document }) : text;
  } catch {
    return text;
  }
};

export const OAUTH_PARSERS = [implementTask(read_client_document, ({ body }) => asPublicClient(plainJson(textOf(body))))];
