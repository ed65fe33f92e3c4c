import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { readObject } from '../kit/fields.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, notFound, success } from './envelope.ts'
import type { Listing } from './listing-record.ts'
import type { NightSettings, Store } from './store.ts'

type WithId = { Params: { id: string } }

const mostIntervals = 200
const settingNames = ['price', 'minimumStay', 'maximumStay', 'closedOnArrival', 'closedOnDeparture'] as const

interface Interval {
  startDate: string
  endDate: string
  settings: NightSettings
  closed: boolean | undefined
  note: string | null
}

/** Prices, rules and availability of nights, both ends of an interval included. */
export function calendarWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  app.put<WithId>('/listings/:id/calendar', (request, reply) => {
    const listing = store.listings.get(Number(request.params.id))
    if (listing === undefined) return sendAnswer(reply, notFound)
    return sendAnswer(reply, apply(store, listing, [request.body]))
  })

  app.put<WithId>('/listings/:id/calendarIntervals', (request, reply) => {
    const listing = store.listings.get(Number(request.params.id))
    if (listing === undefined) return sendAnswer(reply, notFound)
    const { body } = request
    if (!Array.isArray(body) || body.length === 0)
      return sendAnswer(reply, failure(400, 'A list is expected'))
    if (body.length > mostIntervals) return sendAnswer(reply, failure(400, `Not more than ${mostIntervals}`))
    return sendAnswer(reply, apply(store, listing, body))
  })
}

/** All of them or none. */
function apply(store: Store, listing: Listing, inputs: readonly unknown[]): VendorAnswer {
  if (listing.specialStatus === 'archived') return failure(400, 'Listing is archived')
  const intervals: Interval[] = []
  for (const input of inputs) {
    const read = readInterval(input, store.unitCount(listing.id))
    if (typeof read === 'string') return failure(400, read)
    intervals.push(read)
  }
  for (const { startDate, endDate, settings, closed, note } of intervals) {
    store.setNights(listing.id, startDate, endDate, settings)
    if (closed !== undefined) store.setBlocked(listing.id, startDate, endDate, note, closed)
  }
  return { status: 200, body: success([]) }
}

function readInterval(input: unknown, units: number): Interval | string {
  const body = readObject(input)
  const { startDate, endDate, isAvailable, desiredUnitsToSell, note } = body
  if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) {
    return 'startDate and endDate must be dates in this order'
  }
  const settings: NightSettings = {}
  for (const name of settingNames) {
    const value = body[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'number' || value < 0) return `${name} must be a number`
    settings[name] = value
  }
  if (isAvailable !== undefined && isAvailable !== 0 && isAvailable !== 1) return 'isAvailable must be 0 or 1'
  if (isAvailable !== undefined && units > 1) return 'desiredUnitsToSell is used for listings with units'
  if (desiredUnitsToSell !== undefined && desiredUnitsToSell !== 0 && desiredUnitsToSell !== units) {
    return `this stand-in sells no or all ${units} units`
  }
  const setting = isAvailable ?? desiredUnitsToSell
  return {
    startDate,
    endDate,
    settings,
    closed: setting === undefined ? undefined : setting === 0,
    note: typeof note === 'string' ? note : null,
  }
}
