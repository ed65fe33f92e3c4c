import type { FastifyInstance } from 'fastify'
import { heldOr, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, notFound, success } from './envelope.ts'
import type { Listing } from './listing-record.ts'
import type { NightSettings, Store } from './store.ts'

interface Interval {
  startDate: string
  endDate: string
  isAvailable?: number
  desiredUnitsToSell?: number
  note?: string | null
  [setting: string]: unknown
}

type CalendarWriteRequest<Body> = { Params: { id: string }; Body: Body }

const mostIntervals = 200
const settingNames = ['price', 'minimumStay', 'maximumStay', 'closedOnArrival', 'closedOnDeparture'] as const

/** Routes that write prices, rules and availability; both ends of an interval are included. */
export function calendarWriteRoutes(app: FastifyInstance, { store }: Account): void {
  const listingOf = ({ id }: { id: string }) => heldOr(store.listings.get(Number(id)), notFound)

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
  const units = store.unitCount(listing.id)
  const mistake = intervals.map((interval) => mistakeOf(interval, units)).find((words) => words !== undefined)
  if (mistake !== undefined) refuse(failure(400, mistake))
  for (const interval of intervals) {
    const { startDate, endDate, isAvailable, desiredUnitsToSell, note = null } = interval
    store.setNights(listing.id, startDate, endDate, settingsIn(interval))
    const setting = isAvailable ?? desiredUnitsToSell
    if (setting !== undefined) store.setBlocked(listing.id, startDate, endDate, note, setting === 0)
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

function settingsIn(interval: Interval): NightSettings {
  const entries = settingNames.map((name) => [name, interval[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'number'))
}
