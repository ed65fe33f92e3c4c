import { taken } from '../../connector-kit/renamed.ts'
import type { GuestWrites } from '../../connector-kit/write-operations.ts'
import { base } from './envelope.ts'
import { formOf } from './form.ts'

const names = {
  firstName: 'guestFirstName',
  lastName: 'guestLastName',
  email: 'guestEmail',
  phone: 'guestPhone',
}

/** Guests are created with bookings only: the vendor adds none without a booking. */
export const guestWrites: GuestWrites = {
  async update({ http }, { externalId, change }) {
    const { applied, fields } = taken(change, names)
    const body = formOf({ guestID: externalId, ...(fields as Record<string, string>) })
    if (applied.length > 0) await http.put(`${base}/putGuest`, { body })
    return { applied }
  },
}
