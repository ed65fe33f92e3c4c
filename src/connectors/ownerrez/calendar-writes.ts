import { daysFrom } from '../../connector-kit/dates.ts'
import type { CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'

/** Spot rates price single nights. Only bookings and blocks can change availability. */
export const calendarWrites: CalendarWrites = {
  fields: { available: false, price: true, minNights: false, maxNights: false },
  // The vendor documents no maximum of nights per call; the engine limits a change's length.
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
