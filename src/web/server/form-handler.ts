import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../http/deps.ts';
import { setRetryHeaders } from '../../http/problems.ts';
import { nameRoute } from '../../http/request-metrics.ts';
import { type Ctx, isSignedIn } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { localPath } from '../../kernel/language/locale.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
import { SLUG } from '../../kernel/schema.ts';
import { readInput } from '../../kernel/validate.ts';
import { describeRefusal, withoutApiNames } from '../../refusals.ts';
import { formatCount } from '../ui/format.tsx';
import { completeSignIn, holdForm, type SignInDeps, setCookies } from './complete-sign-in.ts';
import type { Action } from './form-action.ts';
import { FORM_ACTIONS } from './form-table.ts';
import { readMultipart } from './multipart.ts';
import type { Params, SubmittedForm } from './page.ts';
import { refuseLimitedForm } from './page-limits.ts';
import { patternFiller } from './path.ts';
import { renderPage } from './render.tsx';
import { requireSameOrigin, visitOf } from './sessions.ts';

/** Descriptions of the patterns in input schemas. */
const PATTERNS: Record<string, string> = texts({
  [SLUG]: msg('can only contain lowercase letters, digits and hyphens, such as my-product'),
  '^[a-z0-9][a-z0-9-]{0,39}$': msg('can only contain up to 40 lowercase letters, digits and hyphens'),
  '^[a-z][a-z0-9]{0,19}$': msg('can only contain up to 20 lowercase letters and digits, and must start with a letter'),
  '^[\\x21-\\x7e]+$': msg('can’t contain spaces or special characters'),
  '^[^\\n\\t]*$': msg('must be one line'),
  '^\\d{1,9}$': msg('must be a whole number'),
  '^-?\\d{1,6}$': msg('must be a whole number'),
  '^\\d{4}-\\d{2}-\\d{2}$': msg('must be a date, such as 2026-03-01'),
  '^https://': msg('must start with https://'),
  '^https?://': msg('must start with https:// or http://'),
  '^[A-Za-z]{2}$': msg('must be two letters, such as DE'),
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s.]+$': msg('must be an email address, such as ada@example.com'),
  date: msg('must be a date, such as 2026-03-01'),
  email: msg('must be an email address, such as ada@example.com'),
});

/** Schema errors by code, explained to the person who filled in the form. */
const EXPLANATIONS: Record<string, (error: InputError) => string | undefined> = {
  too_long: ({ message, actual }) =>
    typeof actual === 'number' ? t('{message}, and has {n}', { message, n: formatCount(actual) }) : undefined,
  wrong_form: ({ limit, message }) =>
    /^must (match|be a valid) /.test(message) ? (PATTERNS[String(limit)] ?? t('isn’t in a format we can read')) : undefined,
  wrong_type: ({ message }) => (message.startsWith('must be integer') ? t('must be a whole number') : undefined),
  not_allowed: ({ message }) => (message.startsWith('must be one of ') ? t('must be one of the options') : undefined),
  control_character: () => t('contains a character that can’t be shown. Please type it again'),
};

/** An error with the message a form shows. */
const explainError = (error: InputError): InputError => ({
  ...error,
  message: withoutApiNames(EXPLANATIONS[error.code]?.(error) ?? error.message) || t('isn’t valid'),
});

/** The body limit of ordinary forms; forms with long texts or files set their own. */
const FORM_BYTES = 64 * 1024;

/** A form's fields: one value each; empty fields count as absent. */
const parseFields = (body: unknown): Record<string, string> => {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(typeof body === 'string' ? body : '')) if (value !== '') fields[name] = value;
  return fields;
};

/** Sorts errors by the order of the form's fields, because the first one gets the focus. Browsers send fields in document order. */
const inFieldOrder = (errors: InputError[], body: unknown): InputError[] => {
  const names = typeof body === 'string' ? [...new URLSearchParams(body).keys()] : [];
  const positionOf = ({ path }: InputError): number => {
    const index = names.findIndex((name) => path === name || path.startsWith(`${name}[`));
    return index < 0 ? names.length : index;
  };
  return errors.toSorted((a, b) => positionOf(a) - positionOf(b));
};

const withoutSecrets = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !/password|secret/.test(name)));

interface ActionDeps extends SignInDeps {
  app_deps: AppDeps;
  /** The context of the form's sender; throws if they may not use the action. */
  contextFor(action: Action, request: FastifyRequest): Promise<Ctx>;
}

const formKey = (value: string | undefined): string | undefined => (value && /^[\w-]{1,64}$/.test(value) ? value : undefined);

/** Registers every action in a scope of its own, so that form bodies are parsed here and nowhere else. */
export const serveForms = (app: FastifyInstance, deps: ActionDeps): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Checked before the body is read.
    scope.addHook('onRequest', async (request) => requireSameOrigin(await deps.app_deps.siteOf(request.headers.host), request));
    for (const action of FORM_ACTIONS)
      scope.post(
        action.path,
        {
          bodyLimit: action.bytes ?? FORM_BYTES,
          config: { route: nameRoute('form', action.path) },
          // Checks access before a large body is read.
          ...(action.bytes && { onRequest: async (request) => void (await deps.contextFor(action, request)) }),
        },
        (request, reply) => handleForm(deps, action, request, reply),
      );
  });
  // A GET of an action's address (a reload after a rejected form) redirects to the page with the form.
  for (const { path, page } of FORM_ACTIONS) {
    if (deps.pages.some((known) => known.path === path)) continue;
    const formPath = patternFiller(page);
    app.get(path, (request, reply) => reply.redirect(localPath(formPath(request.params as Params)), 303));
  }
};

const handleForm = async (deps: ActionDeps, action: Action, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const ctx = await deps.contextFor(action, request);
  const multipart = await readMultipart(action.takes_files ? request.headers['content-type'] : undefined, request.body);
  const { once, ...fields }: Record<string, string> = { ...parseFields(request.body), ...multipart.fields };
  const params = request.params as Record<string, string>;
  const [path] = request.originalUrl.split('?');
  const renderAgain = async (form: Partial<SubmittedForm>): Promise<FastifyReply> => {
    const page = deps.pages.find(({ path }) => path === action.page)!;
    const submitted = { action: path!, values: withoutSecrets(fields), errors: [], message: null, status: 200, result: {}, ...form };
    return deps.sendPage(reply, await renderPage(page, ctx, params, submitted.values, submitted));
  };
  const renderRefused = (refusal: Refusal, result: Record<string, string> = {}): Promise<FastifyReply> => {
    const { status, detail } = describeRefusal(refusal);
    // Without pictures the page still works, so that nothing typed is lost.
    if (status >= 500 && refusal.code !== 'media_unavailable') throw refusal;
    if (status >= 500) deps.app_deps.log.error({ err: refusal, request_id: request.id }, 'a form was refused');
    setRetryHeaders(reply, refusal);
    const errors = inFieldOrder(refusal.errors, request.body).map(explainError);
    return renderAgain({
      errors,
      message: errors.length ? null : withoutApiNames(detail ?? '') || t('That didn’t work. Check what you entered, then try again.'),
      status,
      result,
    });
  };
  try {
    refuseLimitedForm(request);
    const input = readInput(action, { ...fields, ...params });
    const sender = { ...visitOf(ctx.site, request), files: multipart.files, once: formKey(once) };
    const waits = action.resume && !isSignedIn(ctx);
    const outcome = waits ? await holdForm(ctx, action, { ...fields, ...params }, sender.browser) : await action.run(ctx, input, sender);
    if ('refusal' in outcome) return renderRefused(outcome.refusal, outcome.result);
    if ('file' in outcome) return sendFile(reply, outcome.file);
    if ('pending' in outcome) return completeSignIn(deps, { ctx, request, reply }, outcome);
    setCookies(reply, ctx.site, outcome);
    if ('result' in outcome) return renderAgain({ result: outcome.result, ...(!outcome.keeps_values && { values: {} }) });
    return reply.header('cache-control', 'no-store').redirect(outcome.go_to, 303);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'sign_in_needed') throw error;
    return renderRefused(error);
  }
};

const sendFile = (reply: FastifyReply, { name, text }: { name: string; text: string }): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(text);
