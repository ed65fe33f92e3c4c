/** The part of a night that the channel accepts and the write policy allows. Pure. */
import type { CalendarWrites } from '../../../connector-kit/calendar-write-operations.ts'
import type { WritePolicy } from '../../../contract/connection.ts'
import type { PushedNight } from '../../../upstream/nights/plan.ts'
import type { StoredChannelNight } from './night-queries.ts'

export interface SendableNight extends PushedNight {
  stored: StoredChannelNight
}

/** A closed night is sent without its price, which nobody needs and some channels refuse. */
export function toSendableNight(
  night: StoredChannelNight,
  fields: CalendarWrites['fields'],
  policy: WritePolicy['calendar'],
): SendableNight {
  const rules = policy.restrictions
  const where = <V>(isTaken: boolean | undefined, value: V) => (isTaken === true ? value : null)
  return {
    stored: night,
    listingId: night.listingId,
    listingExternalId: night.externalId,
    unitCount: night.unitCount,
    currency: night.currency,
    date: night.date,
    version: night.version,
    available: where(fields.available, night.available),
    availableUnits: where(fields.availableUnits && night.unitCount > 1, night.units),
    price: where(fields.price && policy.rates && night.available, night.price),
    minNights: where(fields.minNights && rules, night.minNights),
    maxNights: where(fields.maxNights && rules, night.maxNights),
    closedToArrival: where(fields.closedToArrival && rules, night.closedToArrival),
    closedToDeparture: where(fields.closedToDeparture && rules, night.closedToDeparture),
  }
}
