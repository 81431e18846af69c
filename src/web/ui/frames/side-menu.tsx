import type { ComponentChildren } from 'preact';
import { localPath } from '../../../kernel/language/locale.ts';
import { t } from '../../../kernel/language/messages.ts';
import { formatCount } from '../format.tsx';

export interface MenuItem {
  name: string;
  href: string;
  /** What waits there. */
  count?: number;
}

export interface MenuSection {
  heading: string;
  items: MenuItem[];
}

const Count = ({ n }: { n: number }) =>
  n > 0 ? (
    <span class="menu-count">
      {formatCount(n)}
      <span class="unseen"> {t('waiting')}</span>
    </span>
  ) : null;

interface MenuProps {
  sections: MenuSection[];
  /** Address of the current item, without its language. */
  current: string;
  label: string;
}

const Menu = ({ sections, current, label }: MenuProps) => (
  <nav aria-label={label}>
    {sections.map(({ heading, items }) => (
      <div>
        <p class="menu-heading">{heading}</p>
        <ul>
          {items.map(({ name, href, count = 0 }) => (
            <li>
              <a href={href} aria-current={href === localPath(current) ? 'page' : undefined}>
                {name} <Count n={count} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

/** A page with a menu beside it; on phones the menu is folded above the page. */
export const WithMenu = ({ sections, current, label, children }: MenuProps & { children: ComponentChildren }) => {
  const items = sections.flatMap((section) => section.items);
  const name = items.find(({ href }) => href === localPath(current))?.name;
  return (
    <div class="with-menu">
      <div class="menu-column plain-links">
        <Menu sections={sections} current={current} label={label} />
      </div>
      <details class="menu-folded plain-links">
        <summary>
          {name ? `${label}: ${name}` : label} <Count n={items.reduce((sum, { count = 0 }) => sum + count, 0)} />
        </summary>
        <Menu sections={sections} current={current} label={t('{label}, unfolded', { label })} />
      </details>
      <div class="menu-page">{children}</div>
    </div>
  );
};
