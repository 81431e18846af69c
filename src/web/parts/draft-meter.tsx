/** How much of a profile is there. */
export const Meter = ({ completeness, of }: { completeness: number; of: string }) => (
  <span class="meter">
    <svg width="64" height="6" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="meter-all" width="100" height="6" />
      <rect class="meter-there" width={completeness} height="6" />
    </svg>
    <span>
      {completeness} %<span class="unseen"> of {of} is there</span>
    </span>
  </span>
);
