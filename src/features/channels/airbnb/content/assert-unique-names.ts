import { ApiError } from '../../../../platform/api-error.ts'

/** Throws for two entries of one name: their meaning is unclear, and only one would be shown afterwards. */
export function assertUniqueNames<K extends string>(
  list: string,
  key: K,
  entries: readonly Record<K, string>[] = [],
): void {
  const names = entries.map((entry) => entry[key])
  const index = names.findIndex((name, at) => names.indexOf(name) < at)
  if (index < 0) return
  throw new ApiError('invalid_body', `\`${list}\` names ${names[index]} twice.`, {
    field: `${list}[${index}].${key}`,
    value_received: names[index],
  })
}
