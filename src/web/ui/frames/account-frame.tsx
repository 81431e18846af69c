import type { ComponentChildren } from 'preact';
import { t } from '../../../kernel/language/messages.ts';
import { accountPaths, claimPaths, dashboardPaths, draftPaths, orderPaths } from '../../paths.ts';
import { type MenuSection, WithMenu } from './side-menu.tsx';

const listSections = (): MenuSection[] => [
  {
    heading: t('Launching'),
    items: [
      { name: t('My listings'), href: dashboardPaths.home() },
      { name: t('Drafts'), href: draftPaths.drafts() },
      { name: t('Claims'), href: claimPaths.claims() },
      { name: t('Orders'), href: orderPaths.orders() },
      { name: t('Founder interview'), href: dashboardPaths.interview() },
    ],
  },
  {
    heading: t('Activity'),
    items: [
      { name: t('Notifications'), href: dashboardPaths.notifications() },
      { name: t('Votes'), href: accountPaths.votes() },
      { name: t('Following'), href: accountPaths.follows() },
    ],
  },
  {
    heading: t('Settings'),
    items: [
      { name: t('Profile and sign-in'), href: accountPaths.home() },
      { name: t('Email preferences'), href: accountPaths.mail() },
      { name: t('API keys'), href: accountPaths.keys() },
      { name: t('Webhooks'), href: accountPaths.webhooks() },
      { name: t('Connected applications'), href: accountPaths.applications() },
    ],
  },
];

/** The frame of the pages of an account: a menu of all of them. */
export const AccountFrame = ({ current, children }: { current: string; children: ComponentChildren }) => (
  <WithMenu sections={listSections()} current={current} label={t('Account')}>
    {children}
  </WithMenu>
);
