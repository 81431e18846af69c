import type { FastifyInstance } from 'fastify';
import { type AppDeps, requestContext } from '../../../../http/deps.ts';
import { nameRoute } from '../../../../http/request-metrics.ts';
import { Refusal } from '../../../../kernel/errors.ts';
import { requireTeam } from '../../../../modules/accounts/team.ts';
import { exportOwnSite } from '../../../../modules/imports/archive/export-site.ts';
import { listRefusedRows, uploadFile } from '../../../../modules/imports/imports.ts';
import { adminPaths } from '../../../paths.ts';
import { streamFile } from '../../../server/multipart-stream.ts';
import { requireSignedIn } from '../../../server/page.ts';
import { parseParams } from '../../../server/path.ts';
import { CSV_TYPE, type PrivateFileRow } from '../../../server/private-files.ts';
import { readSession, requireSameOrigin } from '../../../server/sessions.ts';

/** Registers the upload of a file to import. It is stored as it arrives: other forms hold their body in memory. */
export const serveImportUpload = (app: FastifyInstance, deps: AppDeps): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async (request) => requireSameOrigin(await deps.siteOf(request.headers.host), request));
    const path = adminPaths.uploadImport.pattern;
    scope.post(path, { config: { route: nameRoute('form', path) } }, async (request, reply) => {
      const caller = await readSession(deps, request);
      if (!caller) throw new Refusal('sign_in_needed');
      const ctx = requireSignedIn(await requestContext(deps, request, caller));
      await requireTeam(ctx);
      const file = await streamFile(request.headers['content-type'], request.body as AsyncIterable<Buffer>);
      const id = await uploadFile(ctx, file);
      // What follows the file is of no interest, and the rest of a file that is too large is not read.
      request.raw.resume();
      return reply.redirect(adminPaths.import({ id }), 303);
    });
  });
  app.get(adminPaths.uploadImport.pattern, (_request, reply) => reply.redirect(adminPaths.imports(), 303));
};

/** What the site owns, as a file that another site can import. */
export const SITE_EXPORT_FILE: PrivateFileRow = {
  path: adminPaths.exportFile.pattern,
  type: 'application/gzip',
  make: async (ctx) => ({ name: `${ctx.site.key}.tar.gz`, body: await exportOwnSite(ctx) }),
};

/** The rows of an import that were refused, as they were in the file, with what to correct. */
export const REFUSED_ROWS_FILE: PrivateFileRow = {
  path: adminPaths.refusedRows.pattern,
  type: CSV_TYPE,
  async make(ctx, params) {
    const { id } = parseParams(adminPaths.refusedRows.pattern, params);
    return { name: `import-${id}-refused.csv`, body: await listRefusedRows(ctx, { id }) };
  },
};
