import { demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { compareInstants, momentIn } from '../../connector-kit/dates.ts'
import { clockMarginMs } from '../../connector-kit/change-walk.ts'
import type { GuestRecord } from '../../contract/records.ts'
import { sentGuest } from '../../connector-kit/find-guest.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { idText, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { namedGuest } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { GuestWrites, VendorGuestDraft } from '../../connector-kit/write-operations.ts'
import { listPage } from './envelope.ts'
import { VendorContact } from './vendor.ts'

const path = '/api/crm/contacts'

/** No call that changes a contact is documented. */
export const guestWrites: GuestWrites = {
  async create({ http }: VendorContext, draft) {
    const answer = await http.post(path, { body: contactOf(draft) })
    return { externalId: demandMade(idText(presentText(fieldOf(answer, 'id'))), 'guest') }
  },

  async find({ http }, draft, since) {
    const earliest = new Date(since.getTime() - clockMarginMs).toISOString()
    // The filter takes a day.
    const list = { path, name: 'contacts', query: { updatedSince: earliest.slice(0, 10) } }
    const rows = await everyRow((cursor) => listPage(http, { ...list, cursor }))
    const news = rows.filter((row) => {
      const madeAt = momentIn(row, 'createdAt')
      return madeAt === null || compareInstants(madeAt, earliest) >= 0
    })
    const guests = readable(VendorContact, news).flatMap((contact) => {
      const externalId = idText(contact.id)
      return externalId === null ? [] : [{ ...toGuest(contact), externalId }]
    })
    return sentGuest(guests, draft)
  },
}

/** The vendor tells people apart by email and phone, so it takes nobody without both. */
export function contactOf({ firstName, lastName, email, phone }: VendorGuestDraft): object {
  if (email === undefined && phone === undefined)
    throw new VendorError('rejected', 'Track takes a guest with an email address or a phone number only')
  return {
    firstName,
    lastName: lastName ?? '',
    ...(email === undefined ? {} : { primaryEmail: email }),
    ...(phone === undefined ? {} : { cellPhone: phone }),
  }
}

/** Returns null while nobody is named. */
export function toGuest(contact: VendorContact | null | undefined): GuestRecord | null {
  if (!contact) return null
  const externalId = idText(contact.id)
  const { cellPhone, homePhone, otherPhone, workPhone, primaryEmail, secondaryEmail } = contact
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    firstName: presentText(contact.firstName),
    lastName: presentText(contact.lastName),
    email: presentTexts([primaryEmail, secondaryEmail])[0] ?? null,
    phone: presentTexts([cellPhone, homePhone, otherPhone, workPhone])[0] ?? null,
    country: presentText(contact.country),
  })
}
