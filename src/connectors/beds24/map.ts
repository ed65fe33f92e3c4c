/** Small readings shared by the mappings: how Beds24 writes nothing, numbers and times of day. */

/** Text that says something; unset fields are empty text. */
export function presentText(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  return text === '' ? null : text
}

export function wholeNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : null
}

/** 0 is how a number that points to something says that there is nothing. */
export function idText(value: string | number | null | undefined): string | null {
  return value === null || value === undefined || value === '' || Number(value) === 0 ? null : String(value)
}

export function currencyCode(value: string | null | undefined): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** `HH:MM`; 24:00 is the midnight that ends the day. Guests write what they like, which is no time. */
export function timeOfDay(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  if (text === '24:00') return '00:00'
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : null
}

/** Units are numbered from 1 in every room type. */
export function unitExternalId(roomId: string | number, unitId: string | number): string {
  return `${roomId}-${unitId}`
}
