import type { GuestWrites } from '../../connector-kit/write-operations.ts'
import { base } from './envelope.ts'
import { formOf } from './form.ts'

const names = {
  firstName: 'guestFirstName',
  lastName: 'guestLastName',
  email: 'guestEmail',
  phone: 'guestPhone',
} as const

/** Guests are made with bookings only: the vendor adds no guest that belongs to none. */
export const guestWrites: GuestWrites = {
  async update({ http }, { externalId, change }) {
    const applied = (Object.keys(names) as (keyof typeof names)[]).filter(
      (name) => change[name] !== undefined,
    )
    if (applied.length > 0) {
      const fields = Object.fromEntries(applied.map((name) => [names[name], change[name]]))
      await http.put(`${base}/putGuest`, { body: formOf({ guestID: externalId, ...fields }) })
    }
    return { applied }
  },
}
