import type { FastifyInstance } from 'fastify'
import { heldOr, refuse } from '../kit/server.ts'
import type { NightSettings } from '../kit/world/nights.ts'
import { failure, notFound, success } from './envelope.ts'
import type { Listing } from './records.ts'
import type { Store } from './store.ts'

type Rule = 'price' | 'minimumStay' | 'maximumStay' | 'closedOnArrival' | 'closedOnDeparture'
interface Interval extends Partial<Record<Rule, number | null>> {
  startDate: string
  endDate: string
  isAvailable?: number
  desiredUnitsToSell?: number
  note?: string | null
}

type CalendarWriteRequest<Body> = { Params: { id: string }; Body: Body }

const mostIntervals = 200

/** Routes that write prices, rules and availability; both ends of an interval are included. */
export function calendarWriteRoutes(app: FastifyInstance, store: Store): void {
  const listingOf = ({ id }: { id: string }) => heldOr(store.world.homes.get(id), notFound)

  app.put<CalendarWriteRequest<Interval>>('/listings/:id/calendar', ({ params, body }) =>
    apply(store, listingOf(params), [body]),
  )
  app.put<CalendarWriteRequest<Interval[]>>('/listings/:id/calendarIntervals', ({ params, body }) => {
    const listing = listingOf(params)
    if (body.length > mostIntervals) refuse(failure(400, `Not more than ${mostIntervals}`))
    return apply(store, listing, body)
  })
}

/** The intervals are taken whole or refused. */
function apply(store: Store, listing: Listing, intervals: readonly Interval[]): object {
  if (listing.specialStatus === 'archived') refuse(failure(400, 'Listing is archived'))
  const units = Math.max(1, store.unitsOf(listing).length)
  const mistake = intervals.map((interval) => mistakeOf(interval, units)).find((words) => words !== undefined)
  if (mistake !== undefined) refuse(failure(400, mistake))
  for (const interval of intervals) {
    const { startDate, endDate, isAvailable, desiredUnitsToSell, note = null } = interval
    const range = { from: startDate, to: endDate }
    store.world.setNights(listing, range, settingsIn(interval))
    const setting = isAvailable ?? desiredUnitsToSell
    if (setting !== undefined) store.setClosed(listing, range, setting === 0, note)
  }
  return success([])
}

function mistakeOf(interval: Interval, units: number): string | undefined {
  const { startDate, endDate, isAvailable, desiredUnitsToSell } = interval
  if (endDate < startDate) return 'startDate and endDate must be dates in this order'
  if (isAvailable !== undefined && units > 1) return 'desiredUnitsToSell is used for listings with units'
  if (desiredUnitsToSell !== undefined && desiredUnitsToSell !== 0 && desiredUnitsToSell !== units) {
    return `this stand-in sells no or all ${units} units`
  }
  return undefined
}

/** The vendor overlooks null. */
function settingsIn({ price, minimumStay, maximumStay, ...interval }: Interval): NightSettings {
  const { closedOnArrival, closedOnDeparture } = interval
  return {
    ...(typeof price === 'number' ? { price } : {}),
    ...(typeof minimumStay === 'number' ? { minNights: minimumStay } : {}),
    ...(typeof maximumStay === 'number' ? { maxNights: maximumStay } : {}),
    ...(typeof closedOnArrival === 'number' ? { closedToArrival: closedOnArrival === 1 } : {}),
    ...(typeof closedOnDeparture === 'number' ? { closedToDeparture: closedOnDeparture === 1 } : {}),
  }
}
