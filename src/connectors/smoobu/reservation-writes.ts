import { demandMade, fieldOf } from '../../connector-kit/answers.ts'
import { requireFreeNights } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft, ReservationWrites } from '../../connector-kit/write-operations.ts'
import { bookedRows } from './booked-rows.ts'
import { calendar } from './calendar.ts'
import { idText } from './map.ts'
import { quote } from './quote.ts'
import { channelIds } from './sources.ts'

export const reservationWrites: ReservationWrites = {
  fields: { ...plainBooking, customPrice: 'optional', notes: true },
  ownSources: ['direct', 'website'],

  async create(context, draft) {
    // A refusal can come as status 500, which says nothing; so what can be known is found out before.
    await requireFreeNights(context, calendar, draft)
    const price = draft.totalPrice ?? (await vendorPrice(context, draft))
    const answer = await context.http.post('/api/reservations', { body: bookingBody(draft, price) })
    return { externalId: demandMade(idText(fieldOf(answer, 'id'))), errors: [] }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn }) {
    const rows = await bookedRows(http, listingExternalId, { arrivalFrom: checkIn, arrivalTo: checkIn })
    return rows.flatMap(({ id, notice }) => (notice?.includes(marker) === true ? [String(id)] : []))
  },

  modify: {
    // Dates and apartment cannot be changed by API.
    dates: false,
    async run({ http }, { externalId, adults, children }) {
      await http.put(`/api/reservations/${encodeURIComponent(externalId)}`, { body: { adults, children } })
      return { externalId, errors: [] }
    },
  },

  async cancel({ http }, { externalId }) {
    await http.delete(`/api/reservations/${encodeURIComponent(externalId)}`)
    return { externalId, errors: [] }
  },

  quote,
}

function bookingBody(draft: ReservationDraft, price: string): object {
  const { guest, notes, marker } = draft
  return {
    arrivalDate: draft.checkIn,
    departureDate: draft.checkOut,
    apartmentId: Number(draft.listingExternalId),
    channelId: channelIds.direct,
    firstName: guest.firstName,
    lastName: guest.lastName,
    email: guest.email,
    phone: guest.phone,
    adults: draft.adults,
    children: draft.children,
    // A number of at most fifteen digits stands in JSON with the digits it had.
    price: Number(price),
    notice: notes === undefined ? `Ref ${marker}` : `Ref ${marker}\n\n${notes}`,
  }
}

/** Whether the vendor prices a booking that names no price is not documented. */
async function vendorPrice(context: VendorContext, draft: ReservationDraft): Promise<string> {
  const { total, restrictions } = await quote(context, draft)
  if (total === null) throw new VendorError('rejected', restrictions.join('; '))
  return total
}
