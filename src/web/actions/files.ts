/** A form that was sent with a file: its fields, and what each file holds. What is not such a form has neither. */
export const partsOf = async (
  type: string | undefined,
  body: unknown,
): Promise<{ fields: Record<string, string>; files: Record<string, Buffer> }> => {
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, Buffer> = Object.create(null);
  if (!Buffer.isBuffer(body) || !type?.startsWith('multipart/form-data')) return { fields, files };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => new FormData());
  for (const [name, value] of form) {
    if (typeof value !== 'string') files[name] = Buffer.from(await value.arrayBuffer());
    else if (value !== '') fields[name] = value;
  }
  return { fields, files };
};
