import { asSection } from '../../connector-kit/section-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { ReservationDraft, SectionError } from '../../connector-kit/write-operations.ts'
import { base } from './envelope.ts'
import { formOf, type FormValue } from './form.ts'

export interface FreshBooking {
  propertyID: string
  externalId: string
  status: string | null | undefined
  draft: ReservationDraft
}

/** What a booking cannot be made with. The booking stands: what fails here is told beside it. */
export async function finish(context: VendorContext, booking: FreshBooking): Promise<SectionError[]> {
  const { propertyID, externalId: reservationID, status, draft } = booking
  const errors: SectionError[] = []
  const section = async (name: string, method: string, fields: Record<string, FormValue>) => {
    const body = formOf({ propertyID, reservationID, ...fields })
    errors.push(...(await asSection(name, () => context.http.post(`${base}/${method}`, { body }))))
  }
  // Naming the room while booking is refused unless the house has that switched on; assigning it is not.
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
