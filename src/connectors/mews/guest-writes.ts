import { sentGuest } from '../../connector-kit/find-guest.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { GuestDraft, GuestWrites } from '../../connector-kit/write-operations.ts'
import { readAccount } from './account.ts'
import { everyRow, readable, tell } from './calls.ts'
import { presentText } from './map.ts'
import { VendorCustomer, VendorProfile } from './vendor.ts'

/** The vendor's clock is not ours. */
const clockMarginMs = 5 * 60_000
const profileCheck = compileCheck(VendorProfile)
const customerCheck = compileCheck(VendorCustomer)
const names = { firstName: 'FirstName', lastName: 'LastName', email: 'Email', phone: 'Phone' } as const

export const guestWrites: GuestWrites = {
  create: async (context, draft) => {
    const chainId = (await readAccount(context)).hotels[0]?.chainId ?? null
    return { externalId: await addProfile(context, draft, chainId) }
  },

  async find(context, draft, since) {
    const rows = await everyRow(context, 'customers/getAll', {
      CreatedUtc: {
        StartUtc: new Date(since.getTime() - clockMarginMs).toISOString(),
        EndUtc: new Date(Math.max(context.now().getTime(), since.getTime()) + clockMarginMs).toISOString(),
      },
      ActivityStates: ['Active'],
      Extent: { Customers: true, Addresses: false },
    })
    const made = readable(rows, customerCheck).map(({ Id, FirstName, LastName, Email }) => ({
      externalId: Id,
      firstName: FirstName,
      lastName: LastName,
      email: Email,
    }))
    return sentGuest(made, draft)
  },

  async update(context, { externalId, change }) {
    const applied = (Object.keys(names) as (keyof typeof names)[]).filter(
      (name) => change[name] !== undefined,
    )
    if (applied.length > 0) {
      const fields = Object.fromEntries(applied.map((name) => [names[name], change[name]]))
      await tell(context, 'customers/update', { CustomerId: externalId, ...fields })
    }
    return { applied }
  },
}

async function addProfile(
  context: VendorContext,
  { firstName, lastName, email, phone }: GuestDraft,
  chainId: string | null,
): Promise<string> {
  const answer = await tell(context, 'customers/add', {
    // Portfolios have to say which chain is meant; others ignore it.
    ...(chainId === null ? {} : { ChainId: chainId }),
    // A single name stands in the field that must not be empty.
    ...(lastName === undefined ? { LastName: firstName } : { FirstName: firstName, LastName: lastName }),
    ...(email === undefined ? {} : { Email: email }),
    ...(phone === undefined ? {} : { Phone: phone }),
    // What the hotel knows of a guest is not ours to write over.
    OverwriteExisting: false,
  })
  if (profileCheck.fits(answer)) return answer.Id
  throw new VendorError('malformed', 'a profile was made and its id not told')
}

/** The profile for a booking: a new one, or the one that the hotel has with this email address. */
export async function profileFor(
  context: VendorContext,
  draft: GuestDraft,
  chainId: string | null,
): Promise<{ id: string; name: string | null }> {
  try {
    return { id: await addProfile(context, draft, chainId), name: null }
  } catch (error) {
    const isRefused = error instanceof VendorError && error.kind === 'rejected'
    if (!isRefused || draft.email === undefined) throw error
    const rows = await everyRow(context, 'customers/getAll', {
      Emails: [draft.email],
      ActivityStates: ['Active'],
      Extent: { Customers: true, Addresses: false },
    })
    const known = rows.find((row) => customerCheck.fits(row))
    if (known === undefined || !customerCheck.fits(known)) throw error
    return { id: known.Id, name: nameOf(known.FirstName, known.LastName) }
  }
}

export function nameOf(...parts: (string | null | undefined)[]): string {
  return parts
    .map(presentText)
    .filter((part) => part !== null)
    .join(' ')
}
