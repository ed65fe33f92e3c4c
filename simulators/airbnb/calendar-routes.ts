import type { FastifyInstance } from 'fastify'
import { daysBetween, isDay } from '../kit/clock.ts'
import { readObject } from '../kit/fields.ts'
import { daysOf, type DayRange } from '../kit/nights.ts'
import { flagParam, type Query } from '../kit/query.ts'
import type { Account } from './account.ts'
import { demand, emptyAnswer } from './answers.ts'
import { calendarDay, nightsOf, soldBetween } from './calendar.ts'
import type { Desk } from './desk.ts'
import type { Listing, Night } from './records.ts'

/** One call may write at most this many dates. */
const mostDates = 731
/** Deferred writes are done after this time. */
const laterMs = 100

type CalendarRangeRequest = { Params: { id: string; start: string; end: string } }
export type NightBody = Omit<Night, 'availability'> & {
  availability?: 'available' | 'unavailable' | 'default'
}
interface CalendarOperation {
  days: readonly string[]
  sent: NightBody
}

export function calendarRoutes(api: FastifyInstance, desk: Desk): void {
  const { store } = desk

  api.get<CalendarRangeRequest>('/calendars/:id/:start/:end', (request) => {
    const listing = desk.listing(request, request.params.id)
    const { from, to } = readRange(`${request.params.start}:${request.params.end}`)
    const days = nightsOf(store, listing, from, to).map(calendarDay)
    return { calendar: { listing_id: listing.id, days } }
  })

  api.put<CalendarRangeRequest>('/calendars/:id/:start/:end', (request) => {
    const listing = desk.writable(request, request.params.id)
    const days = daysOf(readRange(`${request.params.start}:${request.params.end}`))
    writeNights(desk.account, listing, { days, sent: readObject(request.body) })
    return emptyAnswer
  })

  api.post<{ Querystring: Query }>('/calendar_operations', (request) => {
    const { listing, operations } = readOperations(desk, request)
    if (flagParam(request.query, '_allow_dates_overlap') !== true) demandNoOverlap(operations)
    for (const operation of operations) writeNights(desk.account, listing, operation)
    return { success: true }
  })

  api.post('/calendar_operations_requests', (request) => {
    const { listing, operations } = readOperations(desk, request)
    demandNoOverlap(operations)
    const isBare = ({ sent }: CalendarOperation) =>
      sent.availability === 'unavailable' && sent.busy_subtype === undefined
    demand(!operations.some(isBare), 'busy_subtype is required to block dates.', 'missing_parameter')
    setTimeout(() => {
      for (const operation of operations) writeNights(desk.account, listing, operation)
    }, laterMs).unref()
    return { success: true }
  })
}

function readOperations(desk: Desk, request: Parameters<Desk['writable']>[0]) {
  const { listing_id, operations } = request.body as {
    listing_id: string
    operations: (NightBody & { dates: string[] })[]
  }
  const listing = desk.writable(request, listing_id)
  const read = operations.map(({ dates, ...fields }): CalendarOperation => ({
    days: dates.flatMap((text) => daysOf(readRange(text))),
    sent: fields,
  }))
  const count = read.reduce((sum, { days }) => sum + days.length, 0)
  demand(count <= mostDates, `One call writes ${mostDates} dates at most.`, 'too_many_dates')
  return { listing, operations: read }
}

function demandNoOverlap(operations: readonly CalendarOperation[]): void {
  const days = operations.flatMap((operation) => operation.days)
  demand(new Set(days).size === days.length, 'The dates of the operations overlap.', 'dates_overlap')
}

function readRange(text: string): DayRange {
  const [from = '', to = from] = text.split(':')
  demand(isDay(from) && isDay(to) && from <= to, `The dates ${text} are not valid.`, 'invalid_dates')
  demand(daysBetween(from, to) < mostDates, `A range has ${mostDates} dates at most.`, 'too_many_dates')
  return { from, to }
}

/** A write replaces the night's earlier settings; `default` returns it to the listing's rules. */
export function writeNights(account: Account, listing: Listing, { days, sent }: CalendarOperation): void {
  const { store } = account
  const nowMs = account.nowMs()
  const own = store.nights.get(listing.id) ?? new Map<string, Night>()
  store.nights.set(listing.id, own)
  const { availability, ...settings } = sent
  for (const day of days) {
    const before = { ...own.get(day) }
    if (availability !== undefined) {
      for (const reason of ['busy_subtype', 'platform', 'other_platform_name'] as const) delete before[reason]
    }
    const night: Night = { ...before, ...settings }
    if (availability === 'default') {
      delete night.availability
      delete night.available_count
    } else if (availability !== undefined) night.availability = availability
    if (settings.available_count !== undefined) {
      night.soldBefore = soldBetween(store, listing, day, day)[0] ?? 0
    }
    if (night.availability !== 'unavailable' && night.available_count !== 0) delete night.closedAtMs
    else night.closedAtMs ??= nowMs
    own.set(day, night)
  }
}
