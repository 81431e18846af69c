import { type Page, page } from './page.ts';
import * as account from './pages/account.tsx';
import * as accountAddress from './pages/account-address.tsx';
import * as accountApplications from './pages/account-applications.tsx';
import * as accountDelete from './pages/account-delete.tsx';
import * as accountKeys from './pages/account-keys.tsx';
import * as adminLetter from './pages/admin-letter.tsx';
import * as adminMail from './pages/admin-mail.tsx';
import * as alternatives from './pages/alternatives.tsx';
import * as blog from './pages/blog.tsx';
import * as categories from './pages/categories.tsx';
import * as category from './pages/category.tsx';
import * as compare from './pages/compare.tsx';
import * as docs from './pages/docs.tsx';
import * as docsErrors from './pages/docs-errors.tsx';
import * as docsOperation from './pages/docs-operation.tsx';
import * as founder from './pages/founder.tsx';
import * as founders from './pages/founders.tsx';
import * as home from './pages/home.tsx';
import * as listing from './pages/listing.tsx';
import * as post from './pages/post.tsx';
import * as search from './pages/search.tsx';
import * as signIn from './pages/sign-in.tsx';
import * as signInLink from './pages/sign-in-link.tsx';
import * as signInSent from './pages/sign-in-sent.tsx';
import * as signUp from './pages/sign-up.tsx';
import { deleted, halfMoved, moved } from './pages/told.tsx';

/** Every page of the website. A page's file brings what it loads, what it says about itself and what it shows. */
export const PAGES: Page[] = [
  page({ name: 'home', path: '/', ...home }),
  page({ name: 'search', path: '/listings', section: 'listings', ...search }),
  page({ name: 'listing', path: '/listings/:slug', section: 'listings', ...listing }),
  page({ name: 'alternatives', path: '/listings/:slug/alternatives', section: 'listings', ...alternatives }),
  page({ name: 'compare', path: '/compare', section: 'compare', ...compare }),
  page({ name: 'categories', path: '/categories', section: 'categories', ...categories }),
  page({ name: 'category', path: '/categories/:slug', section: 'categories', ...category }),
  page({ name: 'founders', path: '/founders', section: 'founders', ...founders }),
  page({ name: 'founder', path: '/founders/:slug', section: 'founders', ...founder }),
  page({ name: 'blog', path: '/blog', section: 'blog', ...blog }),
  page({ name: 'post', path: '/blog/:slug', section: 'blog', ...post }),
  page({ name: 'docs', path: '/docs', ...docs }),
  page({ name: 'docs_operation', path: '/docs/operations/:id', ...docsOperation }),
  page({ name: 'docs_errors', path: '/docs/errors', ...docsErrors }),
  page({ name: 'sign_in', path: '/sign-in', ...signIn }),
  page({ name: 'sign_in_sent', path: '/sign-in/sent', ...signInSent }),
  page({ name: 'sign_in_link', path: '/sign-in/link', personal: true, ...signInLink }),
  page({ name: 'sign_up', path: '/sign-up', ...signUp }),
  page({ name: 'account', path: '/account', for: 'member', ...account }),
  page({ name: 'account_address', path: '/account/address', personal: true, ...accountAddress }),
  page({ name: 'account_half_moved', path: '/account/address/half', ...halfMoved }),
  page({ name: 'account_moved', path: '/account/address/moved', ...moved }),
  page({ name: 'account_applications', path: '/account/applications', for: 'member', ...accountApplications }),
  page({ name: 'account_delete', path: '/account/delete', for: 'member', ...accountDelete }),
  page({ name: 'account_deleted', path: '/account/deleted', ...deleted }),
  page({ name: 'account_keys', path: '/account/keys', for: 'member', ...accountKeys }),
  page({ name: 'admin_mail', path: '/admin/mail', for: 'admin', ...adminMail }),
  page({ name: 'admin_letter', path: '/admin/mail/:id', for: 'admin', ...adminLetter }),
];
