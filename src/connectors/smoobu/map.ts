/** An id is a positive number of the vendor; 0 points to nothing. */
export function idText(value: unknown): string | null {
  const isId = (typeof value === 'number' && value > 0) || (typeof value === 'string' && /^[1-9]/.test(value))
  return isId ? String(value) : null
}
