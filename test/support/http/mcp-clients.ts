import { Client as NewClient, StreamableHTTPClientTransport as NewTransport, auth as newAuth } from '@modelcontextprotocol/client';
import type { auth as oldAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import type * as OldTransports from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const info = { name: 'launchweek-test', version: '1.0.0' };

interface StoredTokens {
  access_token: string;
  refresh_token?: string;
  scope?: string;
}

/** What an application around an official client remembers, in the way both generations ask for it. */
export class Memory {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  stored: StoredTokens | undefined;
  /** Where the person was last sent. */
  sent: URL | undefined;
  client: { client_id: string } | undefined;
  #verifier = '';
  #discovery: unknown;

  constructor(document?: string, redirectUrl = 'http://localhost:7777/callback') {
    this.redirectUrl = redirectUrl;
    if (document) this.clientMetadataUrl = document;
  }
  get clientMetadata() {
    return { client_name: 'Official Client', redirect_uris: [this.redirectUrl] };
  }
  state = () => 'the-state';
  clientInformation = () => this.client;
  saveClientInformation = (client: { client_id: string }) => {
    this.client = client;
  };
  tokens = () => this.stored;
  saveTokens = (tokens: StoredTokens) => {
    this.stored = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.sent = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: unknown) => {
    this.#discovery = state;
  };
  discoveryState = () => this.#discovery;
  invalidateCredentials = () => {
    this.stored = undefined;
  };
}

export interface Told {
  content: { text: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

/** The answer of an operation in a tool's result. Structured content, where there is some, is the same. */
export const answerIn = (told: Told): Record<string, unknown> => {
  const answer = JSON.parse(told.content[0]!.text) as Record<string, unknown>;
  if (told.structuredContent !== undefined && JSON.stringify(told.structuredContent) !== JSON.stringify(answer))
    throw new Error('structured content and text differ');
  return answer;
};

/** An official client with its memory, at one of the protocol's versions. */
export interface Talker {
  list(): Promise<string[]>;
  call(tool: string, input?: Record<string, unknown>): Promise<Told>;
  /** Redeems what the person came back with. */
  finish(back: URL): Promise<void>;
  /** Asks for scopes before they are needed. */
  ask(scope: string): Promise<unknown>;
  close(): Promise<void>;
}

export type Open = (root: string, memory: Memory) => Promise<Talker>;

const openNew =
  (version: string): Open =>
  async (root, memory) => {
    const pinned = version === '2026-07-28' ? { versionNegotiation: { mode: { pin: version } } } : { supportedProtocolVersions: [version] };
    const client = new NewClient(info, version === 'auto' ? { versionNegotiation: { mode: 'auto' } } : pinned);
    const transport = new NewTransport(new URL(`${root}/mcp`), { authProvider: memory as never });
    await client.connect(transport);
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, input = {}) => client.callTool({ name, arguments: input }) as Promise<Told>,
      finish: (back) => transport.finishAuth(back.searchParams),
      ask: (scope) => newAuth(memory as never, { serverUrl: `${root}/mcp`, scope }),
      close: () => client.close(),
    };
  };

/** A version of the SDK, by the name it is installed under. */
export const openSdk =
  (sdk: string): Open =>
  async (root, memory) => {
    const { Client } = (await import(`${sdk}/client/index.js`)) as { Client: typeof OldClient };
    const { StreamableHTTPClientTransport } = (await import(`${sdk}/client/streamableHttp.js`)) as typeof OldTransports;
    const { auth } = (await import(`${sdk}/client/auth.js`)) as { auth: typeof oldAuth };
    const client = new Client(info);
    const transport = new StreamableHTTPClientTransport(new URL(`${root}/mcp`), { authProvider: memory as never });
    await client.connect(transport as never);
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, input = {}) => client.callTool({ name, arguments: input }) as Promise<Told>,
      finish: (back) => transport.finishAuth(back.searchParams.get('code')!),
      ask: (scope) => auth(memory as never, { serverUrl: `${root}/mcp`, scope }),
      close: () => client.close(),
    };
  };

export const OFFICIAL_CLIENTS: [string, Open][] = [
  ...['auto', '2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'].map(
    (version) => [`official client 2 at ${version}`, openNew(version)] as [string, Open],
  ),
  ['official SDK 1.32', openSdk('@modelcontextprotocol/sdk')],
];

/** Whether a client gave up because a person has to be asked first. */
export const wantsPerson = (error: unknown): boolean => error instanceof Error && error.constructor.name === 'UnauthorizedError';
