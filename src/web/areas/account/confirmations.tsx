import { accountPaths, claimPaths, draftPaths, homePaths } from '../../paths.ts';
import type { PageHead } from '../../server/page.ts';
import type { Path } from '../../server/path.ts';

interface ConfirmationText {
  path: Path;
  title: string;
  text: string;
  next: { name: string; href: string };
}

/** A page that only confirms an action. */
const confirmationPage = ({ path, title, text, next }: ConfirmationText) => ({
  path,
  load: async () => ({}),
  head: (): PageHead => ({ title, description: text, canonical: path(), index: false }),
  view: () => (
    <div class="stack trouble">
      <h1>{title}</h1>
      <p class="lede">{text}</p>
      <p>
        <a class="button" href={next.href}>
          {next.name}
        </a>
      </p>
    </div>
  ),
});

export const emailHalfConfirmed = confirmationPage({
  path: accountPaths.emailHalfConfirmed,
  title: 'One address confirmed',
  text: 'Now open the link we sent to the other address to complete the change.',
  next: { name: 'Your account', href: accountPaths.home() },
});

export const emailChanged = confirmationPage({
  path: accountPaths.emailChanged,
  title: 'Your email address has changed',
  text: 'Both addresses are confirmed. Use the new address to sign in.',
  next: { name: 'Your account', href: accountPaths.home() },
});

export const inviteAccepted = confirmationPage({
  path: draftPaths.inviteAccepted,
  title: 'Your profile was added',
  text: 'Thank you. It will appear on the listing once it’s published.',
  next: { name: 'Browse launches', href: homePaths.home() },
});

export const claimConfirmed = confirmationPage({
  path: claimPaths.confirmed,
  title: 'Confirmed',
  text: 'Thank you. The account that claimed the listing now owns it and was notified.',
  next: { name: 'Browse launches', href: homePaths.home() },
});

export const accountDeleted = confirmationPage({
  path: accountPaths.deleted,
  title: 'Your account is deleted',
  text: 'Your account and your personal data were deleted, and all devices were signed out.',
  next: { name: 'Go to the home page', href: homePaths.home() },
});
