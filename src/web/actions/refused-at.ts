import { Refusal } from '../../kernel/errors.ts';

/** Does it; what is refused is said of the form's own fields, which may be called otherwise than what was asked. */
export const refusedAt = async <T>(fieldOf: (path: string) => string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
    const errors = error.errors.map((one) => ({ ...one, path: fieldOf(one.path) }));
    throw new Refusal(error.code, { detail: error.detail ?? undefined, errors });
  }
};
