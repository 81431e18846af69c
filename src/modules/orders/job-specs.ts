/** Names and attempts of the order jobs, so that callers can enqueue them without importing their handlers. */
export const JOB_SPECS = {
  fulfil_line: { name: 'fulfil_line', attempts: 8 },
  make_refund: { name: 'make_refund', attempts: 12 },
  check_payment: { name: 'check_payment', attempts: 8 },
  tell_of_order: { name: 'tell_of_order', attempts: 10 },
} as const;
