import { demandMade, readable } from '../../connector-kit/answers.ts'
import { sentGuest } from '../../connector-kit/find-guest.ts'
import { presentTexts } from '../../connector-kit/readings.ts'
import { renamed, taken } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorGuestDraft, GuestWrites } from '../../connector-kit/write-operations.ts'
import { readAccount } from './account.ts'
import { everyRow, tell } from './calls.ts'
import { VendorCustomer, VendorProfile } from './vendor.ts'

/** The vendor's clock may differ from ours. */
const clockMarginMs = 5 * 60_000
const active = { ActivityStates: ['Active'], Extent: { Customers: true, Addresses: false } }
const names = { firstName: 'FirstName', lastName: 'LastName', email: 'Email', phone: 'Phone' }

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
      ...active,
    })
    const profiles = readable(VendorCustomer, rows).map(({ Id, FirstName, LastName, Email }) => ({
      externalId: Id,
      firstName: FirstName,
      lastName: LastName,
      email: Email,
    }))
    return sentGuest(profiles, draft)
  },

  async update(context, { externalId, change }) {
    const { applied, fields } = taken(change, names)
    if (applied.length > 0) await tell(context, 'customers/update', { CustomerId: externalId, ...fields })
    return { applied }
  },
}

async function addProfile(
  context: VendorContext,
  { firstName, lastName, ...contact }: VendorGuestDraft,
  chainId: string | null,
): Promise<string> {
  // A single name goes into the field that must not be empty.
  const nameFields = lastName === undefined ? { lastName: firstName } : { firstName, lastName }
  const answer = await tell(context, 'customers/add', {
    // Portfolios must name the chain; other accounts ignore it.
    ...(chainId === null ? {} : { ChainId: chainId }),
    ...renamed({ ...nameFields, ...contact }, names),
    // The hotel's own data about a guest must not be overwritten.
    OverwriteExisting: false,
  })
  return demandMade(readable(VendorProfile, [answer])[0]?.Id, 'profile')
}

/** Returns the profile for a booking: a new one, or the hotel's existing one with this email address. */
export async function profileFor(
  context: VendorContext,
  draft: VendorGuestDraft,
  chainId: string | null,
): Promise<{ id: string; name: string | null }> {
  try {
    return { id: await addProfile(context, draft, chainId), name: null }
  } catch (error) {
    const isRefused = error instanceof VendorError && error.kind === 'rejected'
    if (!isRefused || draft.email === undefined) throw error
    const rows = await everyRow(context, 'customers/getAll', { Emails: [draft.email], ...active })
    const [profile] = readable(VendorCustomer, rows)
    if (profile === undefined) throw error
    return { id: profile.Id, name: nameOf(profile.FirstName, profile.LastName) }
  }
}

export const nameOf = (...parts: (string | null | undefined)[]): string => presentTexts(parts).join(' ')
