import type { ChangeRow } from '../../modules/accounts/link-queries.ts';
import type { AccountRow } from '../../modules/accounts/queries.ts';
import type { SessionRow } from '../../modules/accounts/session-queries.ts';

/** What the account page shows. */
export interface AccountData {
  account: AccountRow;
  sessions: (SessionRow & { current: boolean })[];
  /** A change of address under way. */
  move: ChangeRow | null;
  /** Whether this session has just proved the mailbox. */
  proved: boolean;
  admin: boolean;
  /** Whether they look after the site. */
  team: boolean;
  /** What has just been done, by its short name. */
  done: string | undefined;
}
