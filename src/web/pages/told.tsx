import { to } from '../addresses.ts';
import type { Head } from '../page.ts';

interface Told {
  path: string;
  title: string;
  says: string;
  next: { name: string; href: string };
}

/** Pages that only say how something ended. */
const told = ({ path, title, says, next }: Told) => ({
  load: async () => ({}),
  head: (): Head => ({ title, description: says, canonical: path, index: false }),
  view: () => (
    <div class="trouble">
      <h1>{title}</h1>
      <p class="lede">{says}</p>
      <p>
        <a class="button" href={next.href}>
          {next.name}
        </a>
      </p>
    </div>
  ),
});

export const halfMoved = told({
  path: '/account/address/half',
  title: 'One end is confirmed',
  says: 'Now open the link in the other mailbox. Until then nothing changes.',
  next: { name: 'Your account', href: to.account() },
});

export const moved = told({
  path: '/account/address/moved',
  title: 'Your address has changed',
  says: 'Both ends have confirmed. From now on you sign in with the new address.',
  next: { name: 'Your account', href: to.account() },
});

export const joined = told({
  path: '/invites/accepted',
  title: 'You are on the profile',
  says: 'Thank you. It is shown with the listing once that is published; whoever invited you can see it now.',
  next: { name: 'Look around', href: to.home() },
});

export const confirmed = told({
  path: '/claims/confirmed',
  title: 'Confirmed',
  says: 'Thank you. The listing belongs to the account that claimed it; we have told it by mail.',
  next: { name: 'Look around', href: to.home() },
});

export const deleted = told({
  path: '/account/deleted',
  title: 'Your account is deleted',
  says: 'It is gone, with what we held about you, and every device is signed out.',
  next: { name: 'To the home page', href: to.home() },
});
