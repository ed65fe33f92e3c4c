/** Names of fields at any depth; what is null or an empty list says nothing of what is inside. */
export function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [
    `${path}.${name}`,
    ...fieldsOf(item, `${path}.${name}`),
  ])
}
