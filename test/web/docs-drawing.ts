import * as docs from '../../src/web/pages/docs.tsx';
import * as docsAuthentication from '../../src/web/pages/docs-authentication.tsx';
import * as docsErrors from '../../src/web/pages/docs-errors.tsx';
import * as docsLimits from '../../src/web/pages/docs-limits.tsx';
import * as docsMcp from '../../src/web/pages/docs-mcp.tsx';
import * as docsOperation from '../../src/web/pages/docs-operation.tsx';
import * as docsRest from '../../src/web/pages/docs-rest.tsx';
import { type Drawing, loadedDrawing } from './page-drawing.ts';

/** The reference, as it is; of its operations one with all that one can have. */
export const DOCS_DRAWINGS: Record<string, Drawing> = {
  docs: loadedDrawing(docs),
  docs_rest: loadedDrawing(docsRest),
  docs_mcp: loadedDrawing(docsMcp),
  docs_authentication: loadedDrawing(docsAuthentication),
  docs_limits: loadedDrawing(docsLimits),
  docs_operation: loadedDrawing(docsOperation, { id: 'create_checkout' }),
  docs_errors: loadedDrawing(docsErrors),
};
