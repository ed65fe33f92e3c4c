import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { noListing, refusal } from './answers.ts'
import type { SentFields } from './sent-fields.ts'
import type { NightSettings } from './store.ts'

type CalendarWriteByIdRequest = { Params: { id: string } }

const path = '/availability-pricing/api/calendar/listings'
const longestRangeDays = 730

/** Prices, rules and availability of nights, both ends included: all of a call or nothing. The answer is a bare word. */
export function calendarWriteRoutes(app: FastifyInstance, account: Account): void {
  app.put<CalendarWriteByIdRequest>(`${path}/:id`, ({ params, body }, reply) =>
    sendAnswer(reply, apply(account, [{ ...(body as object), listingId: params.id }])),
  )
  app.put(path, ({ body }, reply) => sendAnswer(reply, apply(account, body as SentFields[])))
}

function apply(account: Account, rows: SentFields[]): VendorAnswer {
  const { store } = account
  let days = 0
  for (const row of rows) {
    if (String(row.endDate) < String(row.startDate))
      throw new Refusal(refusal(422, 'endDate is before startDate'))
    days += daysBetween(String(row.startDate), String(row.endDate)) + 1
    heldOr(store.listings.get(String(row.listingId)), noListing(row.listingId))
  }
  if (days > longestRangeDays) throw new Refusal(refusal(422, `not more than ${longestRangeDays} days`))
  for (const row of rows) {
    const [id, from, to] = [String(row.listingId), String(row.startDate), String(row.endDate)]
    store.setNights(id, from, to, nightSettings(row))
    if (row.status !== undefined)
      store.setBlocked(id, from, to, row.status === 'unavailable', account.nowMs())
  }
  for (const id of new Set(rows.map(({ listingId }) => String(listingId)))) {
    const listing = store.listings.get(id)
    if (listing !== undefined) account.tellCalendar(listing)
  }
  return { status: 200, body: JSON.stringify('ok'), headers: { 'content-type': 'application/json' } }
}

function nightSettings({ price, minNights, cta, ctd }: SentFields): NightSettings {
  const settings = { price, minNights, cta, ctd }
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as NightSettings
}
