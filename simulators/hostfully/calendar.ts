import { daysOf, type DayRange } from '../kit/nights.ts'
import type { HostfullyWorld } from './projection.ts'
import type { Property } from './records.ts'

const reasons: Readonly<Record<string, string>> = { BLOCK: 'BLOCK', INQUIRY: 'INQUIRY' }

/** Both ends of the range are included. */
export function calendarEntries(world: HostfullyWorld, home: Property, range: DayRange): object[] {
  return world.nights(home, range).map(({ date, price, left, set, stays: [lead] }) => ({
    date,
    pricing: { value: price, currency: home.pricing.currency },
    availability: {
      unavailable: left === 0,
      unavailabilityReason: left > 0 ? null : (reasons[lead?.type ?? ''] ?? 'BOOKING'),
      minimumStayLength: set.minNights ?? home.availability.minimumStay,
      availableForCheckIn: set.closedToArrival !== true,
      availableForCheckOut: set.closedToDeparture !== true,
    },
  }))
}

/** Only dates with a price of their own have a period. */
export function pricingPeriods(world: HostfullyWorld, home: Property, range: DayRange): object[] {
  const settings = world.settingsOf(home)
  return daysOf(range).flatMap((date) => {
    const { price, minNights, closedToArrival, closedToDeparture } = settings.get(date) ?? {}
    if (price === undefined) return []
    return [
      {
        ...{ propertyUid: home.uid, date, name: null, price, minimumStay: minNights ?? null },
        availableForCheckIn: closedToArrival === undefined ? null : !closedToArrival,
        availableForCheckOut: closedToDeparture === undefined ? null : !closedToDeparture,
      },
    ]
  })
}
