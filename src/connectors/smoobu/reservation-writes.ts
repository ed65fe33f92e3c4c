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
    // A refusal can be a status 500, which gives no reason, so possible reasons are checked before.
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
    // The API cannot change dates and apartment.
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
    // JSON keeps all digits of a number up to fifteen digits.
    price: Number(price),
    notice: notes === undefined ? `Ref ${marker}` : `Ref ${marker}\n\n${notes}`,
  }
}

/** The vendor does not document if it prices a booking without a price. */
async function vendorPrice(context: VendorContext, draft: ReservationDraft): Promise<string> {
  const { total, restrictions } = await quote(context, draft)
  if (total === null) throw new VendorError('rejected', restrictions.join('; '))
  return total
}
