import type { ComponentChildren } from 'preact';
import { accountPaths, claimPaths, dashboardPaths, draftPaths, orderPaths } from '../../paths.ts';
import { type MenuSection, WithMenu } from './side-menu.tsx';

const SECTIONS: MenuSection[] = [
  {
    heading: 'Launching',
    items: [
      { name: 'My listings', href: dashboardPaths.home() },
      { name: 'Drafts', href: draftPaths.drafts() },
      { name: 'Claims', href: claimPaths.claims() },
      { name: 'Orders', href: orderPaths.orders() },
      { name: 'Founder interview', href: dashboardPaths.interview() },
    ],
  },
  {
    heading: 'Activity',
    items: [
      { name: 'Notifications', href: dashboardPaths.notifications() },
      { name: 'Votes', href: accountPaths.votes() },
      { name: 'Following', href: accountPaths.follows() },
    ],
  },
  {
    heading: 'Settings',
    items: [
      { name: 'Profile and sign-in', href: accountPaths.home() },
      { name: 'Email preferences', href: accountPaths.mail() },
      { name: 'API keys', href: accountPaths.keys() },
      { name: 'Connected applications', href: accountPaths.applications() },
    ],
  },
];

/** The frame of the pages of an account: a menu of all of them. */
export const AccountFrame = ({ current, children }: { current: string; children: ComponentChildren }) => (
  <WithMenu sections={SECTIONS} current={current} label="Account">
    {children}
  </WithMenu>
);
