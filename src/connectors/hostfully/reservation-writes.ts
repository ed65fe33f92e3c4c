import { demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { requireFreeNights } from '../../connector-kit/refused-dates.ts'
import { accountIdIn } from '../../connector-kit/remember.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type {
  RequestAnswers,
  ReservationDraft,
  ReservationWrites,
} from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { apiPath, listPage } from './envelope.ts'
import { propertyOf } from './listings.ts'
import { propertyTable, VendorMarked } from './vendor.ts'

/** Properties may lack their times. */
const usualTimes = { arrival: '16:00', departure: '10:00' }

export const reservationWrites: ReservationWrites = {
  fields: { customPrice: 'no', notes: true, unit: false, tentative: false, sendConfirmationEmail: false },
  ownSources: ['direct', 'website'],

  async create(context, draft) {
    // The vendor does not document its refusal of taken nights.
    await requireFreeNights(context, calendar, draft)
    const answer = await context.http.post(apiPath('leads'), { body: await leadBody(context, draft) })
    const uid = presentText(fieldOf(fieldOf(answer, 'lead') ?? answer, 'uid'))
    return { externalId: demandMade(uid), errors: [] }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn }) {
    // Filters take days of the property; a day on either side costs nothing.
    const query = {
      propertyUid: listingExternalId,
      checkInFrom: addDays(checkIn, -1),
      checkInTo: addDays(checkIn, 1),
    }
    const rows = await everyRow((cursor) => listPage(http, { name: 'leads', query, cursor }))
    const marked = readable(VendorMarked, rows).filter(({ notes }) => notes?.includes(marker) === true)
    return marked.map(({ uid }) => uid)
  },

  async cancel({ http }, { externalId }) {
    await http.post(apiPath('leads', externalId, 'cancel'))
    return { externalId, errors: [] }
  },
}

/** The vendor takes neither a reason nor a message. */
export const requestAnswers: RequestAnswers = {
  async accept({ http }, { externalId }) {
    await http.post(apiPath('leads', externalId, 'accept'))
  },
  async decline({ http }, { externalId }) {
    await http.post(apiPath('leads', externalId, 'decline'))
  },
}

async function leadBody(context: VendorContext, draft: ReservationDraft): Promise<object> {
  const { guest, notes, marker, listingExternalId } = draft
  const property = propertyOf(await context.http.get(apiPath('properties', listingExternalId)))
  const { checkInTimeStart, checkOutTime } = propertyTable.read(property).details
  const reference = `Ref ${marker}`
  return {
    agencyUid: accountIdIn(context),
    propertyUid: listingExternalId,
    type: 'BOOKING',
    status: 'BOOKED',
    checkInLocalDateTime: `${draft.checkIn}T${checkInTimeStart ?? usualTimes.arrival}:00`,
    checkOutLocalDateTime: `${draft.checkOut}T${checkOutTime ?? usualTimes.departure}:00`,
    guestInformation: {
      firstName: guest.firstName,
      lastName: guest.lastName,
      email: guest.email,
      phoneNumber: guest.phone,
      adultCount: draft.adults,
      childrenCount: draft.children,
    },
    notes: notes === undefined ? reference : `${notes}\n\n${reference}`,
  }
}
