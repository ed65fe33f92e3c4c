import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { GuestDraft, GuestWrites } from '../../connector-kit/write-operations.ts'
import { idText } from './map.ts'
import { VendorMade } from './vendor.ts'

const madeCheck = compileCheck(VendorMade)
const names = { firstName: 'first_name', lastName: 'last_name' } as const

export const guestWrites: GuestWrites = {
  create: async (context, draft) => ({ externalId: await createGuest(context, draft) }),

  /** Names only: what becomes of the other addresses and numbers when one is sent is not documented. */
  async update({ http }, { externalId, change }) {
    const applied = (['firstName', 'lastName'] as const).filter((name) => change[name] !== undefined)
    if (applied.length > 0) {
      const body = Object.fromEntries(applied.map((name) => [names[name], change[name]]))
      await http.patch(`/v2/guests/${encodeURIComponent(externalId)}`, { body })
    }
    return { applied }
  },
}

export async function createGuest({ http }: VendorContext, draft: GuestDraft): Promise<string> {
  const { firstName, lastName, email, phone } = draft
  const answer = await http.post('/v2/guests', {
    body: {
      first_name: firstName,
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(email === undefined ? {} : { email_addresses: [{ address: email, is_default: true }] }),
      ...(phone === undefined ? {} : { phones: [{ number: phone, is_default: true }] }),
    },
  })
  return madeId(answer, 'guest')
}

/** It was made: an answer that does not say which one is no refusal. */
export function madeId(answer: unknown, what: string): string {
  const id = madeCheck.fits(answer) ? idText(answer.id) : null
  if (id === null) throw new VendorError('malformed', `a ${what} was made and its id not told`)
  return id
}
