/** A share of whole cents, half a cent up: counted in whole numbers, so that half a cent is exactly half a cent. Neither is below zero. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
