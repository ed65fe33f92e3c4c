/** All mappings share these small readings. */
/** Reads `HH:MM`; 24:00 is the midnight that ends the day. Other text that guests write is no time. */
export function timeOfDay(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  if (text === '24:00') return '00:00'
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : null
}

/** Units are numbered from 1 in every room type. */
export function unitExternalId(roomId: string | number, unitId: string | number): string {
  return `${roomId}-${unitId}`
}
