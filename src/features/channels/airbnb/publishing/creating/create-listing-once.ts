/** An Airbnb listing made of one of ours, once: known again by its mark where the answer was lost. */
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

/** What it takes to finish it without the request. */
export interface CreationAct {
  listingId: string
  /** In which prices are sent; null: none is known here. */
  currency: string | null
  draft: NewChannelListing
  /** The Idempotency-Key of the request that asked for it. */
  askedWith: string | null
}

/** `askedWith`: of the request that made it, which is told so again when it is repeated after its answer was lost. */
interface CreatedListing {
  id: string
  askedWith: string | null
}

const keyOf = (connectionId: string, listingId: string) => `${kind}:${connectionId}:${listingId}`

/** Throws where no call is known that makes one. */
export function findCreator({ operations }: Pick<Connector, 'operations'>): ListingCreation {
  if (operations.listingCreation) return operations.listingCreation
  throw unsupported(provider, 'make a listing')
}

/** Airbnb's id of it. It is there, is charged in our currency, and is sold from here. */
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

/** One with the mark is taken before another is made, whatever is known of it here: this may be a copy of the server. */
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

/** Whether it was made for the request with this Idempotency-Key, which did not come to its answer. */
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

/** A listing that was made long ago and that the host has removed since can be made again. */
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

/** Pressed twice, the second waits for what the first makes. */
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

/** Nothing is sold there before prices mean there what they mean here. */
async function finishCreation(
  access: ConnectionAccess,
  key: string,
  { listingId, currency }: CreationAct,
  externalId: string,
): Promise<void> {
  const { services, scope, connection } = access
  if (currency !== null) await setCurrency(access, externalId, currency)
  const made = { provider, connectionId: connection.id, externalId, listingId, syncCategory: 'sync_all' }
  await services.db.transaction().execute(async (tx) => {
    await sellAsNew(tx, scope, services, made)
    await closeAct(tx, scope, key)
  })
}

async function setCurrency(access: ConnectionAccess, externalId: string, currency: string): Promise<void> {
  const shown = await fetchSection(access, { externalId }, 'pricing')
  if (shown.currency === currency) return
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
