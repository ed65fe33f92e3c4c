import { answerOf, client } from '../api/client.ts'
import { addDays } from '../format/dates.ts'
import type { CalendarNight } from './calendar-data.ts'

/** The server cuts a longer window. */
const mostPerRead = 92

/** The nights of one listing as they are now, whatever is kept of them. */
export async function readNights(listingId: string, from: string, to: string): Promise<CalendarNight[]> {
  const nights: CalendarNight[] = []
  for (let first = from; first <= to; first = addDays(first, mostPerRead)) {
    const end = addDays(first, mostPerRead - 1)
    const { data } = await answerOf(
      client.GET('/v1/calendar', {
        params: {
          query: { listing_id: listingId, from: first, to: end < to ? end : to, include_total: false },
        },
      }),
    )
    nights.push(...(data[0]?.nights ?? []))
  }
  return nights
}
