import { daysBetween } from '../../connector-kit/dates.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import {
  everyNightField,
  type CalendarChange,
  type CalendarWrites,
} from '../../connector-kit/calendar-write-operations.ts'

/** One call takes this many dates. */
const mostDates = 731

export const calendarWrites: CalendarWrites = {
  fields: everyNightField,
  batch: { changes: 50, listings: 'one' },

  async write({ http }, changes) {
    const [first] = changes
    const refused = untakeable(changes, problemOf)
    const accepted = changes.filter((_, index) => refused.every((entry) => entry.index !== index))
    if (first === undefined) return { refused }
    for (const group of grouped(accepted)) {
      await http.post('/v2/calendar_operations', {
        query: { _allow_dates_overlap: true },
        body: { listing_id: first.listingExternalId, operations: group.map(toOperation) },
      })
    }
    return { refused }
  },
}

const datesIn = ({ from, to }: CalendarChange) => daysBetween(from, to) + 1

const problemOf = (change: CalendarChange): string | null =>
  datesIn(change) > mostDates ? `more than ${mostDates} nights cannot be written at once` : null

/** Groups as many changes as fit into one call, in their order, since later ones count. */
function grouped(changes: readonly CalendarChange[]): CalendarChange[][] {
  const groups: CalendarChange[][] = []
  let room = 0
  for (const change of changes) {
    const dates = datesIn(change)
    const last = groups.at(-1)
    if (last !== undefined && dates <= room) last.push(change)
    else {
      groups.push([change])
      room = mostDates
    }
    room -= dates
  }
  return groups
}

const toOperation = (change: CalendarChange) => ({
  dates: [`${change.from}:${change.to}`],
  ...(change.available === undefined ? {} : { availability: change.available ? 'available' : 'unavailable' }),
  ...(change.availableUnits === undefined ? {} : { available_count: change.availableUnits }),
  ...(change.price === undefined ? {} : { daily_price: Number(change.price) }),
  ...(change.minNights === undefined ? {} : { min_nights: change.minNights }),
  ...(change.maxNights === undefined ? {} : { max_nights: change.maxNights }),
  ...(change.closedToArrival === undefined ? {} : { closed_to_arrival: change.closedToArrival }),
  ...(change.closedToDeparture === undefined ? {} : { closed_to_departure: change.closedToDeparture }),
})
