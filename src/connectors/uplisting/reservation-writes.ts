import { demandMade, fieldOf } from '../../connector-kit/answers.ts'
import { isTellable } from '../../connector-kit/find-guest.ts'
import { mapOne, mapRows, plainId } from '../../connector-kit/paginate.ts'
import { idText, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { explainRefusal, requireFreeNights } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft, ReservationWrites } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { bookingsOn, stays } from './reservations.ts'

const path = '/v2/bookings'

export const reservationWrites: ReservationWrites = {
  fields: plainBooking,
  ownSources: ['direct'],

  async create(context, draft) {
    // No field takes a marker, so only the guest identifies a booking whose answer was lost.
    if (!isTellable(draft.guest))
      throw new VendorError('rejected', 'Uplisting needs a guest with an email address or a full name')
    // The vendor does not document its refusal of taken nights.
    await requireFreeNights(context, calendar, draft)
    const answer = await explainRefusal(context, calendar, draft, () =>
      context.http.post(path, { body: bodyOf(draft) }),
    )
    const id = fieldOf(fieldOf(answer, 'data'), 'id') ?? fieldOf(answer, 'id')
    const externalId = demandMade(idText(presentText(id)))
    return { externalId, errors: [], ...(await recordOf(context, draft, externalId)) }
  },

  findMarked: async () => [],

  async staysOn(context, search) {
    return mapRows(await bookingsOn(context, search), stays)
  },

  /** Live accounts refuse DELETE. */
  async cancel({ http }, { externalId }) {
    const data = { type: 'bookings', id: externalId, attributes: { status: 'cancelled' } }
    await http.patch(`${path}/${encodeURIComponent(externalId)}`, { body: { data } })
    return { externalId, errors: [] }
  },
}

function bodyOf({ listingExternalId, checkIn, checkOut, guest, adults, children }: ReservationDraft): object {
  return {
    data: {
      type: 'bookings',
      attributes: {
        check_in: checkIn,
        check_out: checkOut,
        guest_name: presentTexts([guest.firstName, guest.lastName]).join(' '),
        guest_email: guest.email,
        guest_phone: guest.phone,
        number_of_guests: adults + children,
      },
      relationships: { property: { data: { type: 'properties', id: listingExternalId } } },
    },
  }
}

/** The list of the property has the whole booking; it is not known how soon. */
async function recordOf(context: VendorContext, draft: ReservationDraft, externalId: string) {
  const rows = await bookingsOn(context, draft).catch(() => [])
  const row = rows.find((candidate) => plainId(candidate) === externalId)
  const record = row === undefined ? null : mapOne(row, stays)
  return record?.kind === 'reservation' ? { record } : {}
}
