/** Shows departures with what comes after them. Pure. */
import type { Turnover } from '../../../contract/figures.ts'
import type { StoredTurnover } from './rota-queries.ts'

const clock = /^([01][0-9]|2[0-3]):([0-5][0-9])$/
/** Sources write times in their own ways; what is no time counts as not known. */
const timeOf = (text: string | null) =>
  text !== null && clock.test(text.slice(0, 5)) ? text.slice(0, 5) : null

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const guestsOf = (total: string | null) => (total !== null && /^\d{1,6}$/.test(total) ? Number(total) : null)

const minutesOfDay = 1440

export function toTurnover(row: StoredTurnover): Turnover {
  const outTime = timeOf(row.out_time)
  const inTime = timeOf(row.next_time)
  const nights =
    row.next_date === null
      ? null
      : Temporal.PlainDate.from(row.date).until(Temporal.PlainDate.from(row.next_date)).days
  return {
    id: row.id,
    date: row.date,
    listingId: row.listing_id,
    listingName: row.listing_name,
    unit: row.unit_id === null ? null : { id: row.unit_id, name: row.unit_name },
    checkOut: {
      reservationId: row.id,
      date: row.date,
      time: outTime,
      guests: guestsOf(row.out_guests),
      ownerStay: row.out_owned,
    },
    checkIn:
      row.next_id === null || row.next_date === null
        ? null
        : {
            reservationId: row.next_id,
            date: row.next_date,
            time: inTime,
            guests: guestsOf(row.next_guests),
            ownerStay: row.next_owned === true,
          },
    sameDay: nights === 0,
    gapHours:
      nights === null || outTime === null || inTime === null
        ? null
        : Math.round(((nights * minutesOfDay + minutesOf(inTime) - minutesOf(outTime)) / 60) * 100) / 100,
    nightsUntilNextArrival: nights,
  }
}
