import { sentGuest } from '../../connector-kit/find-guest.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { GuestDraft, GuestWrites } from '../../connector-kit/write-operations.ts'
import { listPage } from './envelope.ts'
import { toGuest } from './map-guest.ts'
import { idText } from './map.ts'
import { VendorGuest, VendorMade } from './vendor.ts'

const madeCheck = compileCheck(VendorMade)
const guestCheck = compileCheck(VendorGuest)
/** The vendor's clock is not ours. */
const clockMarginMs = 5 * 60_000
const names = { firstName: 'first_name', lastName: 'last_name' } as const

export const guestWrites: GuestWrites = {
  create: async (context, draft) => ({ externalId: await createGuest(context, draft) }),

  async find({ http }, draft, since) {
    const created_since_utc = new Date(since.getTime() - clockMarginMs).toISOString()
    const made: ReturnType<typeof madeGuest>[] = []
    for (let cursor: string | null = null; ;) {
      const page = await listPage(http, { path: '/v2/guests', query: { created_since_utc }, cursor })
      made.push(...page.rows.map(madeGuest))
      cursor = page.next
      if (cursor === null) return sentGuest(made, draft)
    }
  },

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

function madeGuest(row: unknown) {
  if (!guestCheck.fits(row)) throw new VendorError('malformed', 'a guest was expected in the list')
  const externalId = idText(row.id)
  if (externalId === null) throw new VendorError('malformed', 'a guest in the list has no id')
  return { ...toGuest(row), externalId }
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
