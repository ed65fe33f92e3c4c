import { daysFrom } from '../../connector-kit/dates.ts'
import type { CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'

/** Spot rates: a price for single nights. Availability can only be changed by bookings and blocks. */
export const calendarWrites: CalendarWrites = {
  fields: { available: false, price: true, minNights: false, maxNights: false },
  // How many nights a call takes is not documented; a change is at most as long as the engine makes it.
  batch: { changes: 20, listings: 'many' },

  async write({ http }, changes) {
    const rates = changes.flatMap(({ listingExternalId, from, to, price, currency }) => {
      if (price === undefined) return []
      const rate = { property_id: Number(listingExternalId), amount: Number(price), currency }
      return daysFrom(from, to).map((date) => ({ ...rate, date }))
    })
    if (rates.length > 0) await http.patch('/v2/spotrates', { body: rates })
    return { refused: [] }
  },
}
