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
import { knownGuests, storeContacts, updateGuests } from '../../records/guests/matching-queries.ts'
import { guest, guestListings } from './queries.ts'
import { republishBookings } from './republish-bookings.ts'
import { guestConnection, writtenGuest, type WrittenGuest } from './write-queries.ts'

/** Throws `not_found` or `listing_inactive`. */
async function guestToChange(db: Queryable, scope: Scope, id: string): Promise<WrittenGuest> {
  const row = await guest(db, scope, id)
  const written = row && (await writtenGuest(db, scope, id))
  if (!written) throw new ApiError('not_found', `No guest ${id} in this workspace.`)
  if (written.forgotten_at) throw new ApiError('not_found', `Guest ${id} was forgotten.`)
  if (!row.visible) throw listingInactive(await guestListings(db, scope, id))
  return written
}

type PmsUpdates = GuestUpdated['pms']

/** Setting a field twice is harmless, so an uncertain write is repeated. */
async function updateInPms(
  { services, scope }: { services: Services; scope: Scope },
  row: WrittenGuest,
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

async function storeGuestUpdate(write: Write, id: string, body: GuestUpdateBody): Promise<void> {
  const { tx, scope, at } = write
  const [known] = await knownGuests(tx, scope, null, {
    ...{ externalIds: [], contacts: [], ids: [id] },
    hashes: [],
  })
  if (!known) throw new ApiError('not_found', `No guest ${id} in this workspace.`)
  const lastUsedAt = at.toISOString()
  const given = [
    { type: 'email' as const, value: normalEmail(body.email) },
    { type: 'phone' as const, value: normalPhone(body.phone) },
  ].flatMap(({ type, value }) => (value === null ? [] : [{ type, value, lastUsedAt }]))
  const isGiven = (a: { type: string; value: string }) =>
    given.some((b) => a.type === b.type && a.value === b.value)
  const draft = {
    ...known,
    firstName: body.firstName ?? known.firstName,
    lastName: body.lastName ?? known.lastName,
    language: body.language ?? known.language,
    contacts: [...known.contacts.filter((contact) => !isGiven(contact)), ...given],
    isNew: false,
    isChanged: true,
  }
  await republishBookings(write, [id], async () => {
    await updateGuests(tx, scope, null, [draft], at)
    await storeContacts(tx, scope, [draft], at)
  })
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
    await storeGuestUpdate(write, id, body)
    const now = await writtenGuest(tx, scope, id)
    if (!now) throw new Error('the guest was not returned')
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
