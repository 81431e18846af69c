import { Nullable, RequiredText, Strict, T, Text } from '../../kernel/schema.ts';

export const ImportedFounders = Strict({
  founders: T.Array(T.Object({ name: RequiredText(120), title: Nullable(Text(120)), bio: Nullable(Text(2000)) }), { maxItems: 6 }),
});
