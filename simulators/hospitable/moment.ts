/** The vendor writes moments in the property's zone with their offset, and stay dates as its midnight. */
export function localMoment(day: string, time: string, timeZone: string): string {
  const zoned = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone)
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

export const dayOfMoment = (moment: string | null): string => (moment ?? '').slice(0, 10)
