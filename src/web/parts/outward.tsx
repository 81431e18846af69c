import type { ComponentChildren } from 'preact';
import { webAddress } from '../addresses.ts';

/** Who stands behind a link to another site: its product, which we list, or a person, whose words it is part of. */
const REL = { product: 'nofollow noopener', person: 'nofollow ugc noopener' } as const;

/** A link to another site, in the same tab. An address that is not of the web stays text. */
export const Outward = ({
  href,
  by = 'person',
  class: className,
  children,
}: {
  href: string;
  by?: keyof typeof REL;
  class?: string;
  children: ComponentChildren;
}) => {
  const address = webAddress(href);
  return address ? (
    <a class={className} href={address} rel={REL[by]}>
      {children}
    </a>
  ) : (
    <span dir="auto">{children}</span>
  );
};
