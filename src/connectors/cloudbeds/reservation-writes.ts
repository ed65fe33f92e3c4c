import { demandMade, readable } from '../../connector-kit/answers.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { idText, presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { explainRefusal, requireFreeNights } from '../../connector-kit/refused-dates.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft, ReservationWrites } from '../../connector-kit/write-operations.ts'
import { type SectionError, asSection } from '../../connector-kit/section-error.ts'
import { reservationOf } from './booked-rooms.ts'
import { calendar } from './calendar.ts'
import { base } from './envelope.ts'
import { formOf, type FormValue } from './form.ts'
import { detailsOf, propertyOf, sourceFor } from './hotels.ts'
import { quote } from './quote.ts'
import { bookingsWith, propertyIn, soleRoom } from './reservations.ts'
import { ownSources } from './sources.ts'
import { VendorMade } from './vendor.ts'

export const reservationWrites: ReservationWrites = {
  fields: { customPrice: 'no', notes: true, unit: true, tentative: false, sendConfirmationEmail: true },
  ownSources,

  async create(context, draft) {
    const { email } = draft.guest
    if (email === undefined)
      throw new VendorError('rejected', 'Cloudbeds needs the email address of the guest')
    const propertyID = await propertyOf(context, draft.listingExternalId)
    // The vendor does not document its refusal of taken nights.
    await requireFreeNights(context, calendar, draft)
    const body = formOf(await bookingFields(context, propertyID, { ...draft, email }))
    const answer = await explainRefusal(context, calendar, draft, () =>
      context.http.post(`${base}/postReservation`, { body }),
    )
    const [created] = readable(VendorMade, [answer])
    const externalId = demandMade(idText(created?.reservationID))
    return {
      externalId,
      errors: await finish(context, { propertyID, externalId, status: created?.status, draft }),
    }
  },

  async findMarked(context, { marker, since }) {
    return bookingsWith(context, { identifier: marker, since })
  },

  modify: {
    dates: true,
    async run(context, { externalId, checkIn, checkOut, adults, children }) {
      const { reservation, room } = await soleRoom(context, externalId)
      const own = {
        checkIn: civilDate(room.roomCheckIn) ?? civilDate(reservation.reservationCheckIn) ?? '',
        checkOut: civilDate(room.roomCheckOut) ?? civilDate(reservation.reservationCheckOut) ?? '',
      }
      const roomTypeID = String(room.roomTypeID)
      const stay = { checkIn: checkIn ?? own.checkIn, checkOut: checkOut ?? own.checkOut }
      const put = () =>
        change(context, propertyIn(reservation), externalId, {
          // The vendor requires all of these fields, changed or not.
          rooms: [
            {
              subReservationID: presentText(room.subReservationID) ?? undefined,
              roomTypeID,
              checkinDate: stay.checkIn,
              checkoutDate: stay.checkOut,
              adults: adults ?? wholeNumber(room.adults) ?? 1,
              children: (adults === undefined ? wholeNumber(room.children) : children) ?? 0,
            },
          ],
        })
      const search = { listingExternalId: roomTypeID, ...stay, own }
      if (checkIn !== undefined) await requireFreeNights(context, calendar, search)
      await explainRefusal(context, calendar, search, put)
      return { externalId, errors: [] }
    },
  },

  async cancel(context, { externalId }) {
    const { reservation } = await soleRoom(context, externalId)
    await change(context, propertyIn(reservation), externalId, { status: 'canceled' })
    return { externalId, errors: [] }
  },

  quote,
}

export async function change(
  { http }: VendorContext,
  propertyID: string | undefined,
  externalId: string,
  fields: Record<string, FormValue>,
): Promise<void> {
  const body = formOf({ propertyID, reservationID: reservationOf(externalId), ...fields })
  await http.put(`${base}/putReservation`, { body })
}

async function bookingFields(
  context: VendorContext,
  propertyID: string,
  draft: ReservationDraft & { email: string },
): Promise<Record<string, FormValue>> {
  const { guest, listingExternalId: roomTypeID } = draft
  const { propertyAddress } = await detailsOf(context, propertyID)
  return {
    propertyID,
    sourceID: await sourceFor(context, propertyID, draft.platform),
    thirdPartyIdentifier: draft.marker,
    startDate: draft.checkIn,
    endDate: draft.checkOut,
    guestFirstName: guest.firstName,
    guestLastName: guest.lastName ?? '-',
    // The vendor requires country and postal code, which are unknown: the property's country and a dummy code
    // are sent.
    guestCountry: presentText(propertyAddress?.propertyCountry) ?? 'US',
    guestZip: '00000',
    guestEmail: draft.email,
    guestPhone: guest.phone,
    rooms: [{ roomTypeID, quantity: 1 }],
    adults: [{ roomTypeID, quantity: draft.adults }],
    // The vendor requires children even if there are none.
    children: [{ roomTypeID, quantity: draft.children }],
    // The guest pays at the property; the method takes no money.
    paymentMethod: 'cash',
    // The vendor sends a mail unless this says no.
    sendEmailConfirmation: draft.sendConfirmationEmail === true,
  }
}

interface FreshBooking {
  propertyID: string
  externalId: string
  status: string | null | undefined
  draft: ReservationDraft
}

/** Adds what the creating call cannot take. The booking exists, so failures here are reported beside it. */
async function finish(context: VendorContext, booking: FreshBooking): Promise<SectionError[]> {
  const { propertyID, externalId: reservationID, status, draft } = booking
  const errors: SectionError[] = []
  const section = async (name: string, method: string, fields: Record<string, FormValue>) => {
    const body = formOf({ propertyID, reservationID, ...fields })
    errors.push(...(await asSection(name, () => context.http.post(`${base}/${method}`, { body }))))
  }
  // Naming the room while booking is refused unless the property allows it; assigning it later is not.
  if (draft.unitExternalId !== undefined) {
    await section('unitId', 'postRoomAssign', {
      newRoomID: draft.unitExternalId,
      roomTypeID: draft.listingExternalId,
    })
  }
  if (draft.notes !== undefined) {
    await section('notes', 'postReservationNote', { reservationNote: draft.notes })
  }
  if (status === 'not_confirmed') {
    errors.push({
      section: 'status',
      code: 'rejected',
      message: 'the house has to confirm the booking itself',
    })
  }
  return errors
}
