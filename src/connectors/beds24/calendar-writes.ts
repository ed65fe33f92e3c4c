import { untakeable } from '../../connector-kit/section-error.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { requireScope } from './scopes.ts'
import { readWritten, reasonOf } from './written.ts'

// The vendor's description gives these limits.
const longest = { minNights: 365, maxNights: 364 }

export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: true },
  // The vendor documents no limit, and not how many of the account's credits a change costs.
  batch: { changes: 50, listings: 'many' },

  async write(context, changes) {
    const refused = untakeable(changes, problemOf)
    const places = [...changes.keys()].filter((place) => refused.every(({ index }) => index !== place))
    if (places.length === 0) return { refused }
    await requireScope(context, 'inventory')
    // Every change is one element, so that the answer names each by its position.
    const body = places.flatMap((index) => toElement(changes[index]))
    const answer = await context.http.post('/v2/inventory/rooms/calendar', { body })
    for (const [place, entry] of readWritten(answer, places.length).entries()) {
      if (!entry.success) refused.push({ index: places[place] ?? 0, message: reasonOf(entry) })
    }
    return { refused }
  },
}

function problemOf({ minNights = 1, maxNights = 1 }: CalendarChange): string | null {
  if (minNights > longest.minNights) return `a minimum stay has at most ${longest.minNights} nights`
  if (maxNights > longest.maxNights) return `a maximum stay has at most ${longest.maxNights} nights`
  return null
}

function toElement(change: CalendarChange | undefined): object[] {
  if (change === undefined) return []
  const { listingExternalId, from, to, available, price, minNights, maxNights } = change
  const range = {
    from,
    to,
    // `numAvail` counts what is left for sale, which bookings change meanwhile; an override closes whatever is left.
    ...(available === undefined ? {} : { override: available ? 'none' : 'blackout' }),
    price1: price === undefined ? undefined : Number(price),
    minStay: minNights,
    maxStay: maxNights,
  }
  return [{ roomId: Number(listingExternalId), calendar: [range] }]
}
