/** Creates an Airbnb listing from one of ours, once; a marker identifies it if the answer was lost. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connector, VendorContext } from '../../../../../connector-kit/connector.ts'
import type {
  ListingCreation,
  NewChannelListing,
} from '../../../../../connector-kit/listing-creation-operations.ts'
import { VendorError } from '../../../../../connector-kit/vendor-error.ts'
import { ApiError } from '../../../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../../../platform/tenant.ts'
import { callConnection, type ConnectionAccess } from '../../../../../upstream/access.ts'
import {
  actOfKey,
  actOnce,
  closeAct,
  isRecorded,
  tryMoveAct,
  unknownOutcome,
  type ActKinds,
} from '../../../../../upstream/acts/public.ts'
import { unsupported } from '../../../../../upstream/errors.ts'
import { provider } from '../../accounts.ts'
import { sectionBusyError } from '../../content/with-section-lock.ts'
import { findPart } from '../../content/host-access.ts'
import { readFailedError, fetchSection } from '../../content/read-section.ts'
import { sellAsNew } from '../../../../calendar/public.ts'

const kind = 'create_channel_listing'

/** All that is needed to finish without the request. */
export interface CreationAct {
  listingId: string
  /** Currency of the prices sent; null: none is known here. */
  currency: string | null
  draft: NewChannelListing
  /** Idempotency-Key of the request. */
  askedWith: string | null
}

/** `askedWith`: key of the request that created it, which gets the same answer when repeated. */
interface CreatedListing {
  id: string
  askedWith: string | null
}

const keyOf = (connectionId: string, listingId: string) => `${kind}:${connectionId}:${listingId}`

/** Throws where no call is known to create one. */
export function findCreator({ operations }: Pick<Connector, 'operations'>): ListingCreation {
  if (operations.listingCreation) return operations.listingCreation
  throw unsupported(provider, 'make a listing')
}

/** Airbnb's id of the listing, which then exists, has our currency and is sold from here. */
export async function createListingOnce(access: ConnectionAccess, creation: CreationAct): Promise<string> {
  const key = keyOf(access.connection.id, creation.listingId)
  await forgetIfRemoved(access, key)
  const { id } = await retryWhileOpen(() =>
    actOnce<CreatedListing>(access, key, {
      kind,
      request: creation.listingId,
      kept: creation,
      send: (vendor, connector) => findOrCreate(vendor, connector, creation),
      find: (vendor, connector) => findByMarker(vendor, connector, creation),
      refused: (error) => readFailedError(error, 'listing'),
      unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
    }),
  )
  await finishCreation(access, key, creation, id)
  return id
}

/** Looks for the marker before creating, whatever is known here: this may be a copy of the server. */
async function findOrCreate(
  vendor: VendorContext,
  connector: Connector,
  creation: CreationAct,
): Promise<CreatedListing> {
  const there = await findByMarker(vendor, connector, creation)
  if (there) return there
  const id = await findCreator(connector).create(vendor, creation.draft)
  return { id, askedWith: creation.askedWith }
}

async function findByMarker(
  vendor: VendorContext,
  connector: Connector,
  { draft, askedWith }: CreationAct,
): Promise<CreatedListing | null> {
  const id = await findCreator(connector).find(vendor, draft.marker)
  return id === null ? null : { id, askedWith }
}

/** Whether it was created for the request with this Idempotency-Key, whose answer was lost. */
export async function wasCreatedByRequest(
  db: Queryable,
  scope: Scope,
  { connectionId, listingId, externalId }: { connectionId: string; listingId: string; externalId: string },
  idempotencyKey: string | undefined,
): Promise<boolean> {
  if (idempotencyKey === undefined) return false
  const act = await actOfKey(db, scope, keyOf(connectionId, listingId))
  if (!act || !isRecorded(act)) return false
  const { id, askedWith } = act.result as CreatedListing
  return id === externalId && askedWith === idempotencyKey
}

/** A listing that the host removed long after its creation can be created again. */
async function forgetIfRemoved(access: ConnectionAccess, key: string): Promise<void> {
  const { db, clock } = access.services
  const earlier = await actOfKey(db, access.scope, key)
  if (!earlier || !isRecorded(earlier)) return
  const { id } = earlier.result as { id: string }
  const read = access.connector.operations.listings?.one
  if (!read) return
  try {
    const listing = await callConnection(access, (vendor) => read(vendor, id))
    if (listing === null) await tryMoveAct(db, access, earlier, 'vanish', { settles_at: clock.now() })
  } catch (error) {
    throw error instanceof VendorError ? readFailedError(error, 'listing') : error
  }
}

const tries = 40
const betweenMs = 100

/** Of two simultaneous requests the second waits for the first. */
async function retryWhileOpen<R>(work: () => Promise<R>): Promise<R> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'idempotency_key_in_use') throw error
      if (tried === tries) throw sectionBusyError('listing')
    }
    await pause(betweenMs)
  }
}

/** Prices must mean the same there before anything is sold. */
async function finishCreation(
  access: ConnectionAccess,
  key: string,
  { listingId, currency }: CreationAct,
  externalId: string,
): Promise<void> {
  const { services, scope, connection } = access
  if (currency !== null) await setCurrency(access, externalId, currency)
  const creation = { provider, connectionId: connection.id, externalId, listingId, syncCategory: 'sync_all' }
  await services.db.transaction().execute(async (tx) => {
    await sellAsNew(tx, scope, services, creation)
    await closeAct(tx, scope, key)
  })
}

async function setCurrency(access: ConnectionAccess, externalId: string, currency: string): Promise<void> {
  const current = await fetchSection(access, { externalId }, 'pricing')
  if (current.currency === currency) return
  const { write } = findPart(access, 'pricing')
  if (!write) throw unsupported(provider, 'set the currency of a listing')
  try {
    await callConnection(access, (vendor) =>
      write(vendor, { externalId, change: { listing_currency: currency } }),
    )
  } catch (error) {
    throw error instanceof VendorError ? readFailedError(error, 'pricing') : error
  }
}

export const creationActs: Pick<ActKinds, typeof kind> = {
  [kind]: {
    find: (vendor, connector, { request }) => findByMarker(vendor, connector, request as CreationAct),
    async record(access, { key, request, result }) {
      await finishCreation(access, key, request as CreationAct, (result as { id: string }).id)
    },
    isNeverForgotten: true,
  },
}
