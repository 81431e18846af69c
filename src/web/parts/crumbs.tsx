import type { Crumb } from '../page.ts';

export const Crumbs = ({ trail }: { trail: Crumb[] }) => (
  <nav class="crumbs" aria-label="Breadcrumb">
    <ol>
      {[{ name: 'Home', href: '/' }, ...trail].map(({ name, href }) => (
        <li>
          <a href={href} dir="auto">
            {name}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);
