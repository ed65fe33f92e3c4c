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
import { busy } from '../../content/hold.ts'
import { partOf } from '../../content/access.ts'
import { readingFailed, shownNow } from '../../content/read.ts'
import { sellAsNew } from '../../../../calendar/public.ts'

const kind = 'create_channel_listing'

/** What it takes to finish it without the request. */
export interface Creation {
  listingId: string
  /** In which prices are sent; null: none is known here. */
  currency: string | null
  draft: NewChannelListing
  /** The Idempotency-Key of the request that asked for it. */
  askedWith: string | null
}

/** `askedWith`: of the request that made it, which is told so again when it is repeated after its answer was lost. */
interface Made {
  id: string
  askedWith: string | null
}

const keyOf = (connectionId: string, listingId: string) => `${kind}:${connectionId}:${listingId}`

/** Throws where no call is known that makes one. */
export function creatorOf({ operations }: Pick<Connector, 'operations'>): ListingCreation {
  if (operations.listingCreation) return operations.listingCreation
  throw unsupported(provider, 'make a listing')
}

/** Airbnb's id of it. It is there, is charged in our currency, and is sold from here. */
export async function createOnce(access: ConnectionAccess, creation: Creation): Promise<string> {
  const key = keyOf(access.connection.id, creation.listingId)
  await forgetWhatIsGone(access, key)
  const { id } = await whoeverIsFirst(() =>
    actOnce<Made>(access, key, {
      kind,
      request: creation.listingId,
      kept: creation,
      send: (vendor, connector) => make(vendor, connector, creation),
      find: (vendor, connector) => find(vendor, connector, creation),
      refused: (error) => readingFailed(error, 'listing'),
      unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
    }),
  )
  await finish(access, key, creation, id)
  return id
}

/** One with the mark is taken before another is made, whatever is known of it here: this may be a copy of the server. */
async function make(vendor: VendorContext, connector: Connector, creation: Creation): Promise<Made> {
  const there = await find(vendor, connector, creation)
  if (there) return there
  const id = await creatorOf(connector).create(vendor, creation.draft)
  return { id, askedWith: creation.askedWith }
}

async function find(
  vendor: VendorContext,
  connector: Connector,
  { draft, askedWith }: Creation,
): Promise<Made | null> {
  const id = await creatorOf(connector).find(vendor, draft.marker)
  return id === null ? null : { id, askedWith }
}

/** Whether it was made for the request with this Idempotency-Key, which did not come to its answer. */
export async function wasMadeFor(
  db: Queryable,
  scope: Scope,
  { connectionId, listingId, externalId }: { connectionId: string; listingId: string; externalId: string },
  idempotencyKey: string | undefined,
): Promise<boolean> {
  if (idempotencyKey === undefined) return false
  const act = await actOfKey(db, scope, keyOf(connectionId, listingId))
  if (!act || !isRecorded(act)) return false
  const { id, askedWith } = act.result as Made
  return id === externalId && askedWith === idempotencyKey
}

/** A listing that was made long ago and that the host has removed since can be made again. */
async function forgetWhatIsGone(access: ConnectionAccess, key: string): Promise<void> {
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
    throw error instanceof VendorError ? readingFailed(error, 'listing') : error
  }
}

const tries = 40
const betweenMs = 100

/** Pressed twice, the second waits for what the first makes. */
async function whoeverIsFirst<R>(work: () => Promise<R>): Promise<R> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'idempotency_key_in_use') throw error
      if (tried === tries) throw busy('listing')
    }
    await pause(betweenMs)
  }
}

/** Nothing is sold there before prices mean there what they mean here. */
async function finish(
  access: ConnectionAccess,
  key: string,
  { listingId, currency }: Creation,
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
  const shown = await shownNow(access, { externalId }, 'pricing')
  if (shown.currency === currency) return
  const { write } = partOf(access, 'pricing')
  if (!write) throw unsupported(provider, 'set the currency of a listing')
  try {
    await callConnection(access, (vendor) =>
      write(vendor, { externalId, change: { listing_currency: currency } }),
    )
  } catch (error) {
    throw error instanceof VendorError ? readingFailed(error, 'pricing') : error
  }
}

export const creationActs: Pick<ActKinds, typeof kind> = {
  [kind]: {
    find: (vendor, connector, { request }) => find(vendor, connector, request as Creation),
    async record(access, { key, request, result }) {
      await finish(access, key, request as Creation, (result as { id: string }).id)
    },
    isNeverForgotten: true,
  },
}
