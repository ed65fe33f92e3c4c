import { demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorGuestDraft, GuestWrites } from '../../connector-kit/write-operations.ts'
import { readRecord } from './envelope.ts'
import { VendorTags } from './vendor-writes.ts'

export const guestWrites: GuestWrites = {
  create: createGuest,

  async update({ http }, { externalId, change }) {
    const path = `/v1/guests-crud/${encodeURIComponent(externalId)}`
    // Tags are demanded with every change, so those that are there are sent back.
    const guest = readRecord(await http.get(path, { query: { fields: 'tags' } }))
    const tags = readable(VendorTags, [guest])[0]?.tags ?? []
    await http.put(path, { body: { ...contactBody(change), tags } })
    return {
      applied: Object.keys(change).filter((name) => change[name as keyof VendorGuestDraft] !== undefined),
    }
  },
}

export async function createGuest(
  { http }: VendorContext,
  draft: VendorGuestDraft,
): Promise<{ externalId: string }> {
  demandLastName(draft.lastName)
  const answer = readRecord(
    await http.post('/v1/guests-crud', { body: { ...contactBody(draft), contactType: 'guest' } }),
  )
  return { externalId: demandMade(presentText(fieldOf(answer, '_id')), 'guest') }
}

export function demandLastName(lastName: string | undefined): string {
  if (lastName !== undefined && lastName.trim() !== '') return lastName
  throw new VendorError('rejected', 'Guesty takes no guest without a last name')
}

function contactBody({ firstName, lastName, email, phone, language }: Partial<VendorGuestDraft>): object {
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(email === undefined ? {} : { email, emails: [email] }),
    ...(phone === undefined ? {} : { phone, phones: [phone] }),
    // The vendor has languages only, no regions.
    ...(language === undefined ? {} : { preferredLanguage: language.toLowerCase().split(/[-_]/)[0] }),
  }
}
