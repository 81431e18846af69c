import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

export const Chip = ({ href, children }: { href?: string; children: ComponentChildren }) =>
  href ? (
    <a class="chip" href={href} dir="auto">
      {children}
    </a>
  ) : (
    <span class="chip" dir="auto">
      {children}
    </span>
  );

/** A filter in force; pressing it takes the filter away. */
export const Removable = ({ href, name, value }: { href: string; name: string; value: string }) => (
  <a class="chip chip-removable" href={href}>
    <span>
      <span class="unseen">Remove </span>
      {name}: <bdi>{value}</bdi>
    </span>
    <Icon name="close" size={14} />
  </a>
);
