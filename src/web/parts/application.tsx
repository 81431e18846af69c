import type { Scope } from '../../kernel/context.ts';
import { SCOPES } from '../../surfaces/oauth/scopes.ts';

/** Whether anybody vouches for the name an application gives itself. */
export const Vouched = ({ host }: { host: string | null }) =>
  host ? (
    <>
      Verified: it belongs to <strong dir="ltr">{host}</strong>.
    </>
  ) : (
    <>Not verified: anybody can give an application this name.</>
  );

export const ScopeWords = ({ scope, is_new = false }: { scope: Scope; is_new?: boolean }) => (
  <>
    <strong>{SCOPES[scope].title}</strong> {is_new && <span class="chip">new</span>}
    <br />
    <span class="quiet">{SCOPES[scope].words}</span>
  </>
);
