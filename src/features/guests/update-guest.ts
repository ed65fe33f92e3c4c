/** `PATCH /v1/guests/{id}`: writes to every PMS that knows the guest first, then here. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { GuestUpdateBody, GuestUpdated } from '../../contract/guest-write.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openWrite, type Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { isCertain, vendorFailure } from '../../upstream/errors.ts'
import { rehearse } from '../../platform/rehearse.ts'
import { listingInactive } from '../../records/listings/active.ts'
import { relayAccess, unknownOutcome } from '../../upstream/acts/public.ts'
import type { Services } from '../../services.ts'
import type { RouteWriteContext } from '../route.ts'
import { callConnection } from '../../upstream/access.ts'
import { normalEmail, normalPhone } from '../../records/guests/contact-forms.ts'
import { assertContacts } from './create-guest.ts'
import { knownGuests, storeContacts } from '../../records/guests/matching-queries.ts'
import { updateGuestFields } from '../../records/guests/write-queries.ts'
import { guestListings } from './queries.ts'
import { republishBookings } from './republish-bookings.ts'
import { guestBeforeWrite, guestConnection, type GuestBeforeWrite } from './write-queries.ts'

/** Throws `not_found` or `listing_inactive`. */
async function guestToChange(db: Queryable, scope: Scope, id: string): Promise<GuestBeforeWrite> {
  const row = await guestBeforeWrite(db, scope, id)
  if (!row) throw new ApiError('not_found', `No guest ${id} in this workspace.`)
  if (row.forgotten_at) throw new ApiError('not_found', `Guest ${id} was forgotten.`)
  if (!row.visible) throw listingInactive(await guestListings(db, scope, id))
  return row
}

type PmsUpdates = GuestUpdated['pms']

/** Setting a field twice is harmless, so an uncertain write is repeated. */
async function updateInPms(
  { services, scope }: { services: Services; scope: Scope },
  row: GuestBeforeWrite,
  change: GuestUpdateBody,
  dryRun: boolean,
): Promise<PmsUpdates> {
  const { connection_id: connectionId, external_id: externalId } = row
  if (connectionId === null || externalId === null) return []
  const connection = await guestConnection(services.db, scope, connectionId)
  if (!connection || connection.status === 'disconnected') return []
  const { provider } = connection
  const update = services.connectors[provider]?.operations.guestWrites?.update
  if (!update) return []
  const access = await relayAccess(services, scope, connection, 'guests')
  if (dryRun) return [{ provider, applied: [] }]
  try {
    const { applied } = await callConnection(access, (context) => update(context, { externalId, change }))
    return [{ provider, applied }]
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (isCertain(error)) throw vendorFailure(error, provider, 'guest')
    throw unknownOutcome(provider, error.message, 1)
  }
}

/** Adds what the body names to the guest's contacts, each as the last used of its type. */
async function storeGivenContacts(
  { tx, scope, at }: Write,
  id: string,
  body: GuestUpdateBody,
): Promise<void> {
  const lastUsedAt = at.toISOString()
  const given = [
    { type: 'email' as const, value: normalEmail(body.email) },
    { type: 'phone' as const, value: normalPhone(body.phone) },
  ].flatMap(({ type, value }) => (value === null ? [] : [{ type, value, lastUsedAt }]))
  if (given.length === 0) return
  const isGiven = (a: { type: string; value: string }) =>
    given.some((b) => a.type === b.type && a.value === b.value)
  const lookup = { externalIds: [], contacts: [], ids: [id], hashes: [] }
  const known = await knownGuests(tx, scope, null, lookup)
  const drafts = known.map((guest) => ({
    ...guest,
    contacts: [...guest.contacts.filter((contact) => !isGiven(contact)), ...given],
    isNew: false,
    isChanged: true,
  }))
  await storeContacts(tx, scope, drafts, at)
}

export async function updateGuest(
  context: RouteWriteContext,
  id: string,
  body: GuestUpdateBody,
  dryRun: boolean,
): Promise<GuestUpdated> {
  const { services, scope } = context
  const row = await guestToChange(services.db, scope, id)
  assertContacts(body)
  const pms = await updateInPms(context, row, body, dryRun)
  const work = async (tx: Queryable): Promise<GuestUpdated> => {
    const write = await openWrite(tx, scope, services.clock.now())
    // The contacts come first, because the update returns them.
    const now = await republishBookings(write, [id], async () => {
      await storeGivenContacts(write, id, body)
      return updateGuestFields(tx, scope, id, body, write.at)
    })
    if (!now) throw new ApiError('not_found', `No guest ${id} in this workspace.`)
    return {
      id,
      firstName: now.first_name ?? '',
      lastName: now.last_name,
      language: now.language,
      contacts: now.contacts,
      updatedAt: now.updated_at.toISOString(),
      pms,
    }
  }
  if (!dryRun) return writeOnce(context, work)
  const would = await rehearse(services.db, work)
  return { ...would, updatedAt: row.updated_at.toISOString(), dryRun: true }
}
