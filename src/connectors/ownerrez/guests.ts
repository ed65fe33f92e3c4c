import { demand, demandMade, fieldOf } from '../../connector-kit/answers.ts'
import { clockMarginMs } from '../../connector-kit/change-walk.ts'
import type { GuestRecord } from '../../contract/records.ts'
import { sentGuest } from '../../connector-kit/find-guest.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { namedGuest } from '../../connector-kit/stay-readings.ts'
import { taken } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorGuestDraft, GuestWrites } from '../../connector-kit/write-operations.ts'
import { listPage } from './envelope.ts'
import { VendorGuest } from './vendor.ts'

const names = { firstName: 'first_name', lastName: 'last_name' }

export const guestWrites: GuestWrites = {
  create: async (context, draft) => ({ externalId: await createGuest(context, draft) }),

  async find({ http }, draft, since) {
    const created_since_utc = new Date(since.getTime() - clockMarginMs).toISOString()
    const list = { path: '/v2/guests', query: { created_since_utc } }
    const rows = await everyRow((cursor) => listPage(http, { ...list, cursor }))
    return sentGuest(rows.map(madeGuest), draft)
  },

  /**
   * Only names are written: the vendor does not document what happens to other addresses and numbers when one
   * is sent.
   */
  async update({ http }, { externalId, change }) {
    const { applied, fields: body } = taken(change, names)
    if (applied.length > 0) await http.patch(`/v2/guests/${encodeURIComponent(externalId)}`, { body })
    return { applied }
  },
}

function madeGuest(row: unknown) {
  const guest = demand(VendorGuest, row, 'a guest in the list')
  const externalId = idText(guest.id)
  if (externalId === null) throw new VendorError('malformed', 'a guest in the list has no id')
  return { ...toGuest(guest), externalId }
}

export async function createGuest({ http }: VendorContext, draft: VendorGuestDraft): Promise<string> {
  const { firstName, lastName, email, phone } = draft
  const answer = await http.post('/v2/guests', {
    body: {
      first_name: firstName,
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(email === undefined ? {} : { email_addresses: [{ address: email, is_default: true }] }),
      ...(phone === undefined ? {} : { phones: [{ number: phone, is_default: true }] }),
    },
  })
  return demandMade(idText(presentText(fieldOf(answer, 'id'))), 'guest')
}

/** Returns null while nobody is named. */
export function toGuest(guest: VendorGuest | null | undefined): GuestRecord | null {
  if (!guest) return null
  const externalId = idText(guest.id)
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    firstName: presentText(guest.first_name),
    lastName: presentText(guest.last_name),
    email: presentText(chosen(guest.email_addresses)?.address),
    phone: presentText(chosen(guest.phones)?.number),
    country: presentText(chosen(guest.addresses)?.country),
  })
}

function chosen<T extends { is_default?: boolean | null }>(entries: T[] | null | undefined): T | undefined {
  return entries?.find(({ is_default }) => is_default === true) ?? entries?.[0]
}
