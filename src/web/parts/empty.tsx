import type { ComponentChildren } from 'preact';

/** Nothing here: says so, and what to do next. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title" dir="auto">
      {title}
    </p>
    {children}
  </div>
);
