import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { accountPaths, claimPaths, draftPaths, homePaths } from '../../paths.ts';
import type { PageHead } from '../../server/page.ts';
import type { Path } from '../../server/path.ts';

interface ConfirmationText {
  path: Path;
  title(): string;
  text(): string;
  next: { name: string; href(): string };
}

/** A page that only confirms an action. */
const confirmationPage = ({ path, title, text, next }: ConfirmationText) => ({
  path,
  load: async () => ({}),
  head: (): PageHead => ({ title: title(), description: text(), canonical: path(), index: false }),
  view: () => (
    <div class="stack trouble">
      <h1>{title()}</h1>
      <p class="lede">{text()}</p>
      <p>
        <a class="button" href={next.href()}>
          {next.name}
        </a>
      </p>
    </div>
  ),
});

export const emailHalfConfirmed = confirmationPage({
  path: accountPaths.emailHalfConfirmed,
  title: () => t('One address confirmed'),
  text: () => t('Now open the link we sent to the other address to complete the change.'),
  next: texts({ name: msg('Your account'), href: accountPaths.home }),
});

export const emailChanged = confirmationPage({
  path: accountPaths.emailChanged,
  title: () => t('Your email address has changed'),
  text: () => t('Both addresses are confirmed. Use the new address to sign in.'),
  next: texts({ name: msg('Your account'), href: accountPaths.home }),
});

export const inviteAccepted = confirmationPage({
  path: draftPaths.inviteAccepted,
  title: () => t('Your profile was added'),
  text: () => t('Thank you. It will appear on the listing once it’s published.'),
  next: texts({ name: msg('Browse launches'), href: homePaths.home }),
});

export const claimConfirmed = confirmationPage({
  path: claimPaths.confirmed,
  title: () => t('Confirmed'),
  text: () => t('Thank you. The account that claimed the listing now owns it and was notified.'),
  next: texts({ name: msg('Browse launches'), href: homePaths.home }),
});

export const accountDeleted = confirmationPage({
  path: accountPaths.deleted,
  title: () => t('Your account is deleted'),
  text: () => t('Your account and your personal data were deleted, and all devices were signed out.'),
  next: texts({ name: msg('Go to the home page'), href: homePaths.home }),
});
