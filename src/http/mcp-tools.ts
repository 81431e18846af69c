import type { Tool } from '@modelcontextprotocol/server';
import { counter, histogram } from '../kernel/metrics.ts';
import type { Operation } from '../kernel/operation.ts';
import { ADMIN_OPERATIONS, OPERATIONS, type OperationId } from '../registry.ts';
import type { JsonSchema } from './openapi-schemas.ts';

export const toolCalls = counter('mcp_tool_calls_total', 'MCP tool calls, by tool and outcome: ok, or the error code.', [
  'tool',
  'outcome',
]);
export const toolDurations = histogram('mcp_tool_call_duration_seconds', 'Time an MCP tool call took.', ['tool'], [0.01, 0.05, 0.25, 1, 5]);

/** What a tool does beyond what its method tells. */
interface Effects {
  /** It changes nothing, although it is not a GET. */
  reads_only?: true;
  /** What was there before is lost. */
  overwrites?: true;
  /** It reads websites that are not ours, or writes to people. */
  open_world?: true;
}

const EFFECTS: Partial<Record<OperationId, Effects>> = {
  quote_order: { reads_only: true },
  submit_listing: { open_world: true },
  verify_claim: { open_world: true },
  claim_listing: { open_world: true },
  invite_cofounder: { open_world: true },
  post_listing_update: { open_world: true },
  update_draft: { overwrites: true, open_world: true },
  update_my_listing: { overwrites: true },
  set_founder_story: { overwrites: true },
  answer_interview: { overwrites: true },
  delete_milestone: { overwrites: true },
};

/**
 * The protocol's defaults are those of an unknown tool, so all are stated; `idempotentHint` is false unless it is there. Writes of the
 * operators' API are what the defaults say: not read-only, and destructive.
 */
const annotationsOf = ({ id, method, access }: Operation): Tool['annotations'] => {
  const { reads_only = method === 'GET', overwrites = false, open_world = false } = EFFECTS[id as OperationId] ?? {};
  if (reads_only) return { readOnlyHint: true, openWorldHint: open_world };
  const idempotent = method === 'PUT' || method === 'DELETE';
  return {
    ...(access !== 'site:admin' && { readOnlyHint: false, destructiveHint: overwrites }),
    openWorldHint: open_world,
    ...(idempotent && { idempotentHint: true }),
  };
};

/** Applies a function to the schemas inside a schema, with the name of the property they belong to. */
const mapInner = (schema: JsonSchema, name: string, map: (inner: JsonSchema, name: string) => JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.items && { items: map(schema.items, name) }),
  ...(schema.anyOf && { anyOf: schema.anyOf.map((branch) => map(branch, name)) }),
  ...(schema.properties && {
    properties: Object.fromEntries(Object.entries(schema.properties).map(([inner, property]) => [inner, map(property, inner)])),
  }),
});

const withoutDescription = ({ description, ...rest }: JsonSchema): JsonSchema => rest;

/** More properties of one kind are named so that their names say it all, such as networks and sections of the story. */
const MAX_DESCRIBED = 8;

const withoutRepetition = (schema: JsonSchema): JsonSchema => {
  const bare = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, withoutDescription(property)] as const);
  const is_uniform = bare.length > MAX_DESCRIBED && new Set(bare.map(([, property]) => JSON.stringify(property))).size === 1;
  return is_uniform ? { ...schema, properties: Object.fromEntries(bare) } : schema;
};

/** Longer texts are hardly ever sent; whoever sends one is told the limit. */
const MAX_TOLD_LENGTH = 500;

/**
 * The same schema in fewer bytes: every tool is read by a model with every conversation. Calls are checked against the original. Left
 * out are patterns, which descriptions say in words, that a property may be null, which means the same as leaving it out, and that
 * unknown properties are refused.
 */
const compact = (schema: JsonSchema): JsonSchema => {
  const {
    pattern,
    minLength,
    maxLength = MAX_TOLD_LENGTH,
    maximum,
    anyOf,
    additionalProperties,
    ...rest
  } = withoutRepetition(mapInner(schema, '', compact));
  const [value, none, ...others] = anyOf ?? [];
  if (value && none?.type === 'null' && !others.length) return { ...value, ...rest };
  return {
    ...rest,
    ...(anyOf && { anyOf }),
    ...(maxLength < MAX_TOLD_LENGTH && { maxLength }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
};

/** Whether a definition and references to it take fewer bytes than the repetitions. */
const isWorthSharing = (bytes: number, times: number): boolean => times * (bytes - REFERENCE_BYTES) > bytes + NAME_BYTES;
const REFERENCE_BYTES = 33;
const NAME_BYTES = 20;

/** Moves what occurs more than once to `$defs`, named by its title or its property. */
const share = (root: JsonSchema): JsonSchema & { $defs?: Record<string, JsonSchema> } => {
  const counts = new Map<string, number>();
  // The same record may be described differently at each place.
  const textOf = (schema: JsonSchema): string => JSON.stringify(withoutDescription(schema));
  const count = (schema: JsonSchema): JsonSchema => {
    const text = textOf(schema);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return mapInner(schema, '', count);
  };
  mapInner(root, '', count);
  const names = new Map<string, string>();
  const $defs: Record<string, JsonSchema> = {};
  const nameOf = (base: string): string => ($defs[base] ? nameOf(`${base}_`) : base);
  const replace = (schema: JsonSchema, name: string): JsonSchema => {
    const text = textOf(schema);
    const { title, description, ...rest } = schema;
    const described = description === undefined ? {} : { description };
    if (!isWorthSharing(text.length, counts.get(text)!)) return { ...mapInner(rest, name, replace), ...described };
    if (!names.has(text)) {
      const shared = nameOf(title ?? name);
      names.set(text, shared);
      $defs[shared] = rest;
      $defs[shared] = mapInner(rest, name, replace);
    }
    return { $ref: `#/$defs/${names.get(text)}`, ...described };
  };
  const schema = mapInner(root, '', replace);
  return Object.keys($defs).length ? { ...schema, $defs } : schema;
};

const IDEMPOTENCY_KEY: JsonSchema = { type: 'string', description: 'One per action; the same to resend it.' };

/** Writes that can answer with the whole record answer with its status, unless the agent asks for more. */
export const DEFAULT_VIEW = 'status';
const hasShortView = ({ method, input }: Operation): boolean => method !== 'GET' && 'view' in input.properties;

/** What is the same in every tool of the operators' API: its instructions explain it once. */
const SHARED_PROPERTIES: Record<string, JsonSchema> = {
  dry_run: { type: 'boolean' },
  page: { type: 'integer' },
  per_page: { type: 'integer' },
  idempotency_key: { type: 'string' },
};

/** The schema of a tool of the operators' API, of which there are many: without limits, which a refused call tells. */
const withoutLimits = (schema: JsonSchema): JsonSchema => {
  const { maxLength, minimum, maximum, minItems, maxItems, uniqueItems, ...rest } = mapInner(schema, '', withoutLimits);
  if (!rest.enum) return rest;
  const { type, ...choice } = rest;
  return choice;
};

const inputSchemaOf = (row: Operation): JsonSchema => {
  const { title, ...input } = row.input as JsonSchema;
  const is_team = row.access === 'site:admin';
  const schema = share(
    compact({
      ...input,
      properties: {
        ...input.properties,
        ...(hasShortView(row) && {
          view: { ...input.properties!.view, default: DEFAULT_VIEW, description: 'status is short.' },
        }),
        ...(row.idempotent && { idempotency_key: IDEMPOTENCY_KEY }),
      },
    }),
  );
  if (!is_team) return schema;
  const { properties = {}, ...rest } = withoutLimits(schema);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, SHARED_PROPERTIES[name] ?? property])),
  };
};

/**
 * An operation as an MCP tool, the same for everybody. It has no output schema: that of a draft alone is as large as ten tools, and
 * answers are JSON texts that models read as they are. The SDK types JSON Schema more narrowly than TypeBox.
 */
export const toolOf = (row: Operation): Tool =>
  ({
    name: row.id,
    description: describe(row),
    inputSchema: inputSchemaOf(row),
    annotations: annotationsOf(row),
  }) as unknown as Tool;

/** The arguments of a tool call as the input of its operation. */
export const readArguments = (row: Operation, sent: Record<string, unknown>): { input: Record<string, unknown>; key: unknown } => {
  const { idempotency_key, ...rest } = sent;
  const input = row.idempotent ? rest : sent;
  return {
    input: hasShortView(row) && input.view === undefined ? { ...input, view: DEFAULT_VIEW } : input,
    key: row.idempotent ? idempotency_key : undefined,
  };
};

/** What is the same for all tools of the operators' API is said once, in its instructions. */
const describe = ({ description, access }: Operation): string =>
  access === 'public' || access === 'site:admin' ? description : `${description} Scope: ${access}.`;

/** Smaller sets of tools, by the name in `/mcp?tools=`. */
const TOOL_SETS: Record<string, (row: Operation) => boolean> = {
  public: ({ access }) => access === 'public',
  maker: ({ tag }) => ['Account', 'Drafts', 'My listings', 'Claims', 'Categories'].includes(tag),
  orders: ({ tag }) => ['Account', 'Orders'].includes(tag),
};
export const TOOL_SET_NAMES: readonly string[] = Object.keys(TOOL_SETS);

export interface ToolSet {
  tools: Tool[];
  rows: ReadonlyMap<string, Operation>;
}

/** Tools that need no sign-in come first: those are what an anonymous agent can try. */
const ROWS = OPERATIONS.toSorted((a, b) => Number(b.access === 'public') - Number(a.access === 'public'));
const TOOLS = new Map(ROWS.map((row) => [row.id, toolOf(row)]));

/** The tools of the named sets together; of no name, all tools. */
export const toolSetOf = (names: readonly string[]): ToolSet => {
  const rows = names.length ? ROWS.filter((row) => names.some((name) => TOOL_SETS[name]!(row))) : ROWS;
  return { tools: rows.map(({ id }) => TOOLS.get(id)!), rows: new Map(rows.map((row) => [row.id, row])) };
};

export const ALL_TOOLS = toolSetOf([]);

export const ADMIN_TOOLS: ToolSet = {
  tools: ADMIN_OPERATIONS.map(toolOf),
  rows: new Map(ADMIN_OPERATIONS.map((row) => [row.id, row])),
};
