/** Hostaway writes flags as 0 and 1, or as booleans. */
export function flag(value: string | number | boolean | null | undefined): boolean | null {
  if (value === null || value === undefined || value === '') return null
  return value === true || value === 1 || value === '1'
}
