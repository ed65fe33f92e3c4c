/** Small readings shared by the mappings: how Hostaway writes nothing, numbers and flags. */

type Loose = string | number | boolean | null | undefined

/** Text that says something; blank text is how forms leave a field empty. */
export function presentText(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  return text === '' ? null : text
}

export function wholeNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : null
}

/** 0 and 1, or a boolean. */
export function flag(value: Loose): boolean | null {
  if (value === null || value === undefined || value === '') return null
  return value === true || value === 1 || value === '1'
}

export function idText(value: string | number | null | undefined): string | null {
  return value === null || value === undefined || value === '' || value === 0 ? null : String(value)
}

export function currencyCode(value: string | null | undefined): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}
