import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx, Site } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import type { Operation } from '../../kernel/operation.ts';
import { readInput } from '../../kernel/validate.ts';
import { BROWSER_LIVES_MS, LINK_LIVES_MS } from '../../modules/accounts/rules.ts';
import { signOut } from '../../modules/accounts/session.ts';
import type { House } from '../../surfaces/house.ts';
import type { Page, Params, SentForm } from '../page.ts';
import { type Rendered, renderPage } from '../render.tsx';
import { cookie, cookieIn, cookieName } from '../visitor.ts';
import type { Action, Outcome } from './action.ts';
import { partsOf } from './files.ts';
import { refuseForeign } from './origin.ts';
import { saidPlainly } from './said-plainly.ts';
import { ACTIONS } from './table.ts';

/** No form has more than a few lines; what listings bring goes its own way. */
const FORM_BYTES = 64 * 1024;
const BROWSER = 'lw_browser';
const KNOWN = 'lw_known';

/** The fields of a form: one value each, and what was left empty was not sent. */
const fieldsOf = (body: unknown): Record<string, string> => {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(typeof body === 'string' ? body : '')) if (value !== '') fields[name] = value;
  return fields;
};

/** Faults in the order of the form's fields, which browsers send as they stand: the first is where the focus goes. */
const asTheyStand = (errors: InputError[], body: unknown): InputError[] => {
  const names = typeof body === 'string' ? [...new URLSearchParams(body).keys()] : [];
  const placeOf = ({ path }: InputError): number => {
    const at = names.findIndex((name) => path === name || path.startsWith(`${name}[`));
    return at < 0 ? names.length : at;
  };
  return errors.toSorted((a, b) => placeOf(a) - placeOf(b));
};

const withoutSecrets = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('password')));

interface ActionDeps {
  house: House;
  pages: Page[];
  /** The context of a form's sender, refused where the action is not for them. */
  contextFor(action: Action, request: FastifyRequest): Promise<Ctx>;
  sendPage(reply: FastifyReply, rendered: Rendered): FastifyReply;
}

const setCookies = (reply: FastifyReply, { root }: Site, outcome: Outcome, now: Date): void => {
  if (!('go_to' in outcome)) return;
  const { session, browser } = outcome;
  const cookies = [
    ...(session === undefined
      ? []
      : [cookie(root, 'lw_session', session?.token ?? null, session ? (session.expires_at.getTime() - now.getTime()) / 1000 : 0)]),
    ...(session ? [cookie(root, KNOWN, session.known, BROWSER_LIVES_MS / 1000)] : []),
    ...(browser === undefined ? [] : [cookie(root, BROWSER, browser, LINK_LIVES_MS / 1000)]),
  ];
  if (cookies.length) reply.header('set-cookie', cookies);
};

const onceIn = (sent: string | undefined): string | undefined => (sent && /^[\w-]{1,64}$/.test(sent) ? sent : undefined);

/** Nobody need read a long form from somebody it is not for. */
const admitFirst = (deps: ActionDeps, action: Action) => async (request: FastifyRequest) => {
  await deps.contextFor(action, request);
};

/** Puts every action on the app, in a scope of its own: only here are forms read, and nothing else is. */
export const serveActions = (app: FastifyInstance, deps: ActionDeps): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Before the body is read.
    scope.addHook('onRequest', async (request) => refuseForeign(await deps.house.siteOf(request.headers.host), request));
    for (const action of ACTIONS)
      scope.post(
        action.path,
        { bodyLimit: action.bytes ?? FORM_BYTES, ...(action.bytes && { onRequest: admitFirst(deps, action) }) },
        (request, reply) => act(deps, action, request, reply),
      );
  });
  // Who reloads a refused form's address, or comes back to it, gets the form.
  for (const { path, page } of ACTIONS) {
    const form = deps.pages.find(({ name }) => name === page)!;
    if (!deps.pages.some((known) => known.path === path)) {
      const formPath = (params: Params) => form.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      app.get(path, (request, reply) => reply.redirect(formPath(request.params as Params), 303));
    }
  }
};

const act = async (deps: ActionDeps, action: Action, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const ctx = await deps.contextFor(action, request);
  const { root } = ctx.site;
  const { fields: beside, files } = await partsOf(action.takes_files ? request.headers['content-type'] : undefined, request.body);
  const { once, ...fields }: Record<string, string> = { ...fieldsOf(request.body), ...beside };
  const params = request.params as Record<string, string>;
  const [path] = request.url.split('?');
  const again = async (form: Partial<SentForm>): Promise<FastifyReply> => {
    const page = deps.pages.find(({ name }) => name === action.page)!;
    const whole = { action: path!, values: withoutSecrets(fields), errors: [], message: null, status: 200, told: {}, ...form };
    return deps.sendPage(reply, await renderPage(page, ctx, params, whole.values, whole));
  };
  try {
    const input = readInput({ input: action.input } as Operation, { ...fields, ...params }) as never;
    const kept = (name: string) => cookieIn(request.headers.cookie, cookieName(root, name));
    const sender = {
      address: request.ip,
      user_agent: request.headers['user-agent'],
      browser: kept(BROWSER),
      known: kept(KNOWN),
      files,
      once: onceIn(once),
    };
    const outcome = await action.run(ctx, input, sender);
    if ('told' in outcome) return again({ told: outcome.told, ...(!outcome.keeps && { values: {} }) });
    if ('file' in outcome) return sendFile(reply, outcome.file);
    // Whoever was signed in here before is not any more: the old token ends with its cookie.
    if (outcome.session && ctx.caller) await signOut(ctx as Ctx<Caller>);
    setCookies(reply, ctx.site, outcome, ctx.clock.now());
    return reply.header('cache-control', 'no-store').redirect(outcome.go_to, 303);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'sign_in_needed' || error.status >= 500) throw error;
    if (error.limit) reply.header('retry-after', String(error.limit.resets_in));
    return again({
      errors: asTheyStand(error.errors, request.body).map(saidPlainly),
      message: error.errors.length ? null : error.detail,
      status: error.status,
    });
  }
};

const sendFile = (reply: FastifyReply, { name, text }: { name: string; text: string }): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(text);
