/** 0 points to nothing, and neither does anything but a number of the vendor's. */
export function idText(value: unknown): string | null {
  const isId = (typeof value === 'number' && value > 0) || (typeof value === 'string' && /^[1-9]/.test(value))
  return isId ? String(value) : null
}
