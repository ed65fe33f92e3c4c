/** The moment at which a clock on the wall of the listing shows this time on this day. */
export function momentOf(day: string, time: string, timeZone: string): number {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`)
  return local.toZonedDateTime(timeZone).epochMilliseconds
}
