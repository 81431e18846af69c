import { ACCOUNT_ACTIONS } from './account.ts';
import type { Action } from './action.ts';
import { APPLICATION_ACTIONS } from './applications.ts';
import { KEY_ACTIONS } from './keys.ts';
import { SIGN_IN_ACTIONS } from './sign-in.ts';

/** Everything a form of the website can do. */
export const ACTIONS: Action[] = [...SIGN_IN_ACTIONS, ...ACCOUNT_ACTIONS, ...APPLICATION_ACTIONS, ...KEY_ACTIONS];
