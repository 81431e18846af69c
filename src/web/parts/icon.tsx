/** Drawn on a 24 grid with the line's own colour. */
const DRAWINGS = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.4 15.4 20 20',
  theme: 'M19.8 14.2A8.2 8.2 0 1 1 9.8 4.2a6.6 6.6 0 0 0 10 10Z',
  outward: 'M8 16 17 7M9.5 7H17v7.5',
  up: 'M12 5.5 19.5 18h-15Z',
  next: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13Z',
  blank: 'M5 12h3m2.5 0h3m2.5 0h3',
} as const;

export const Icon = ({ name, size = 20 }: { name: keyof typeof DRAWINGS; size?: number }) => (
  <svg class={`icon icon-${name}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={DRAWINGS[name]} />
  </svg>
);

/** The house's sign: a week, with its Monday standing out. */
export const Mark = () => (
  <svg class="mark" width="29" height="22" viewBox="0 0 29 22" aria-hidden="true" focusable="false">
    <path class="mark-monday" d="M0 0h4v22H0z" />
    <path class="mark-days" d="M7 8h2v14H7zM11 8h2v14h-2zM15 8h2v14h-2zM19 8h2v14h-2zM23 13h2v9h-2zM27 13h2v9h-2z" />
  </svg>
);
