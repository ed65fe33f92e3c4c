import { demand, demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { clockMarginMs } from '../../connector-kit/change-walk.ts'
import type { GuestRecord } from '../../contract/records.ts'
import { sentGuest } from '../../connector-kit/find-guest.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { taken } from '../../connector-kit/renamed.ts'
import { namedGuest, namesIn } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { VendorGuestDraft, GuestWrites } from '../../connector-kit/write-operations.ts'
import { apiPath, bodyOf, idPath, listPage, rowsIn } from './envelope.ts'
import { client, VendorGuestClient } from './vendor.ts'

const resource = '/clients'
const names = { firstName: 'firstname', lastName: 'lastname' }

export const guestWrites: GuestWrites = {
  create: async (context, draft) => ({ externalId: await createGuest(context, draft) }),

  async find({ http }, draft, since) {
    const updated_since = new Date(since.getTime() - clockMarginMs).toISOString()
    const rows = await everyRow((cursor) =>
      listPage(http, { path: resource, query: { updated_since }, cursor }),
    )
    const guests = readable(VendorGuestClient, rows).flatMap((row) => {
      const [guest, externalId] = [toGuest(row), idText(row.id)]
      return guest === null || externalId === null ? [] : [{ ...guest, externalId }]
    })
    return sentGuest(guests, draft)
  },

  /** Only names are written: lists of addresses and numbers may be replaced as a whole. */
  async update({ http }, { externalId, change }) {
    const { applied, fields } = taken(change, names)
    if (applied.length > 0) await http.put(idPath(resource, externalId), bodyOf('clients', fields))
    return { applied }
  },
}

export async function createGuest({ http }: VendorContext, draft: VendorGuestDraft): Promise<string> {
  const { firstName, lastName, email, phone } = draft
  const fields = {
    firstname: firstName,
    ...(lastName === undefined ? {} : { lastname: lastName }),
    ...(email === undefined ? {} : { emails: [{ label: 'default', email }] }),
    ...(phone === undefined ? {} : { phones: [{ label: 'default', number: phone }] }),
  }
  const answer = await http.post(apiPath(resource), bodyOf('clients', fields))
  const newClient = demand(VendorGuestClient, rowsIn(resource, answer)[0], 'a new client')
  return demandMade(idText(presentText(fieldOf(newClient, 'id'))), 'client')
}

/** Returns null while nobody is named. Old clients have their full name only. */
export function toGuest(row: VendorGuestClient | null | undefined): GuestRecord | null {
  if (!row) return null
  const externalId = idText(row.id)
  const { firstName, lastName, ...fields } = client.read(row)
  const fullNames = namesIn(presentText(row.fullname))
  const isSplit = firstName !== null || lastName !== null
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    ...(isSplit ? { firstName, lastName } : fullNames),
    ...fields,
    email: presentText(chosen(row.emails)?.email),
    phone: presentText(chosen(row.phones)?.number),
    country: presentText(chosen(row.addresses)?.country_code),
  })
}

function chosen<T extends { primary?: boolean | null }>(entries: T[] | null | undefined): T | undefined {
  return entries?.find(({ primary }) => primary === true) ?? entries?.[0]
}
