/** What keeps a stay from being booked without force. */
import { addDays } from '../kit/clock.ts'
import type { House, RatePlan } from './house.ts'
import type { Reservation } from './records.ts'

export interface PlannedStay {
  arrival: string
  departure: string
  adults: number
  plan: RatePlan
  /** The reservation that is changed, whose nights are its own. */
  own?: Reservation
}

/** Returns the vendor's messages. */
export function problemsOf(
  house: House,
  { arrival, departure, adults, plan, own }: PlannedStay,
): { code: string; message: string }[] {
  const { group } = plan
  const nights = house.nights(group, { from: arrival, to: addDays(departure, -1) })
  const isFull = nights.some(({ free, stays }) => {
    const isOwn = own !== undefined && stays.includes(own)
    return free + (isOwn ? 1 : 0) <= 0
  })
  const first = nights[0]?.set ?? {}
  const last = house.world.nights(group, { from: departure, to: departure })[0]?.set ?? {}
  const count = nights.length
  const isRuledOut =
    nights.some(({ date }) => house.isClosed(group, date)) ||
    first.closedToArrival === true ||
    last.closedToDeparture === true ||
    count < (first.minNights ?? 0) ||
    count > (first.maxNights ?? count)
  const found: [boolean, string, string][] = [
    [isFull, 'UnitGroupFullyBooked', `The unit group ${group.id} is fully booked.`],
    [adults > (group.maxPersons ?? adults), 'UnitGroupCapacityExceeded', `${group.id} holds fewer people.`],
    [isRuledOut, 'RateRestrictionsViolated', `The rates of ${plan.id} do not allow this stay.`],
  ]
  return found.flatMap(([holds, code, message]) => (holds ? [{ code, message }] : []))
}
