/** Small readings shared by the mappings. */

/** Text that says something. */
export function presentText(value: string | number | null | undefined): string | null {
  const text = String(value ?? '').trim()
  return text === '' ? null : text
}

export function wholeNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : null
}

/** 0 points to nothing. */
export function idText(value: unknown): string | null {
  const isId = (typeof value === 'number' && value > 0) || (typeof value === 'string' && /^[1-9]/.test(value))
  return isId ? String(value) : null
}

export function currencyCode(value: string | null | undefined): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** `HH:MM`; anything else that is written there is no time. */
export function timeOfDay(value: string | null | undefined): string | null {
  return /^([01]\d|2[0-3]):[0-5]\d/.exec(value?.trim() ?? '')?.[0] ?? null
}
