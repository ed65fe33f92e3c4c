/** Small readings shared by the mappings. */

/** Text that says something; unset fields are empty text. */
export function presentText(value: string | number | null | undefined): string | null {
  const text = value === null || value === undefined ? '' : String(value).trim()
  return text === '' ? null : text
}

export function wholeNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : null
}

/** 0 stands for no limit. */
export function limit(value: number | string | null | undefined): number | null {
  const number = wholeNumber(value)
  return number === 0 ? null : number
}

/** `HH:MM` or `HH:MM:SS`. */
export function timeOfDay(value: string | null | undefined): string | null {
  return /^(([01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/.exec(value?.trim() ?? '')?.[1] ?? null
}

export function currencyCode(value: string | null | undefined): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

export function amenityKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}
