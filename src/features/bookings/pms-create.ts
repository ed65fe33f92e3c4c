/** Books a listing that a PMS manages: done there first, then recorded here. */
import {
  hashOf,
  actKeyFor,
  keyReused,
  whileHeld,
  type HeldAct,
  type StoredAct,
} from '../../upstream/acts/public.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorQuote } from '../../connector-kit/write-operations.ts'
import type {
  PmsOutcome,
  ReservationCreateBody,
  ReservationCreated,
} from '../../contract/reservation-write.ts'
import type { WriteContext } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { currentPatience } from '../../platform/request-patience.ts'
import { wholeWorkspace, type Queryable, type Scope } from '../../platform/tenant.ts'
import { shownReservations } from '../../records/reservations/shown.ts'
import type { Services } from '../../services.ts'
import { callConnection, type ConnectionAccess } from '../../upstream/access.ts'
import { draftToJudge, dryRunWarnings } from './dry-run-warnings.ts'
import { intentOfKey, unitExternalId } from './intent-queries.ts'
import { serializeByNights } from './serialize-by-nights.ts'
import { markerOf, openBookingAct } from './pms-open.ts'
import type { CompletedOperation } from './pms-operations.ts'
import { assertNotOverUnlessBegun, bookingAccess, writesOf } from './pms-checks.ts'
import { checkPmsDraft, decimalOf, draftOf, partyFor } from './pms-draft.ts'
import { reauthRequired, tooBusy } from '../../upstream/errors.ts'
import { assertNotTaken, unavailable } from './pms-nights.ts'
import { runInPms } from './pms-run.ts'
import type { RecordAtVendor } from './manager.ts'
import type { BookedListing, NativeListing } from './queries.ts'

export interface PmsWrite extends WriteContext {
  services: Services
  scope: Scope
  idempotencyKey: string | undefined
}

export async function createInPms(
  write: PmsWrite,
  pms: RecordAtVendor,
  body: ReservationCreateBody,
  dryRun: boolean,
): Promise<ReservationCreated> {
  const { services, scope } = write
  const { connector, listing } = pms
  // Nobody can turn on what is not there.
  writesOf(connector)
  const access = await bookingAccess(services, scope, pms)
  checkPmsDraft(body, connector, listing)
  await assertNotOverUnlessBegun(write, listing, body.checkIn)
  const unit = await unitOf(services.db, scope, listing, body.unitId)
  const key = actKeyFor(write.idempotencyKey)
  const draft = draftOf(body, listing, { marker: markerOf(scope, key), unitExternalId: unit })
  const provider = connector.manifest.id
  const stretch = { listingId: listing.id, checkIn: body.checkIn, checkOut: body.checkOut }
  const assertFree = () => assertNotTaken(access, stretch, null)
  if (dryRun) {
    await assertFree()
    const made = wouldBe(listing, body, toCreateOutcome(provider, await quoted(access, listing, body, unit)))
    const judged = draftToJudge(listing, body, { isPricedHere: false })
    return { ...made, warnings: await dryRunWarnings(services.db, scope, judged, services.clock.now()) }
  }
  const request = { kind: 'create' as const, draft }
  return serializeByNights({ scope, provider }, stretch, async () => {
    const opened = await openBookingAct(services, scope, {
      key,
      request,
      hash: hashOf(request),
      connectionId: access.connection.id,
      subject: { listingId: listing.id, reservationId: null, externalId: null },
    })
    if ('settled' in opened) return again(write, opened.settled, hashOf(request))
    const about = { kind: 'create' as const, provider, source: null }
    const job = { access, held: opened, about }
    return whileHeld(opened, async () => {
      // Only before anything was sent, because our own booking would block itself.
      const isFresh = opened.act.state === 'started'
      if (isFresh) currentPatience()?.lookAfterWaits(assertFree)
      const quote = isFresh
        ? await assertFree()
            .then(() => quoted(access, listing, body, unit))
            .catch(refusing(opened))
        : undefined
      return runInPms(job, write, (tx, id, { externalId, errors }) =>
        made(write, tx, id, {
          ...toCreateOutcome(provider, quote, errors),
          reservationId: externalId,
          applied: appliedOf(body, errors),
        }),
      )
    })
  })
}

/** Nothing was sent, so the act is over. */
const refusing =
  (opened: HeldAct) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof ApiError)
      await opened.move('refuse', { outcome: error.message, outcome_code: error.code })
    throw error
  }

async function unitOf(
  db: Queryable,
  scope: Scope,
  listing: BookedListing,
  unitId: string | undefined,
): Promise<string | undefined> {
  if (unitId === undefined) return undefined
  const unit = await unitExternalId(db, scope, listing.id, unitId)
  if (unit !== undefined) return unit
  throw new ApiError('not_found', `Listing ${listing.id} has no unit ${unitId.slice(0, 100)}.`, {
    field: 'unitId',
    value_received: unitId,
  })
}

/** The PMS's price for the stay, if it sets one. Throws `pms_unavailable` if the stay cannot be booked. */
async function quoted(
  access: ConnectionAccess,
  listing: NativeListing,
  body: ReservationCreateBody,
  unit: string | undefined,
): Promise<VendorQuote | undefined> {
  const { quote } = writesOf(access.connector)
  if (!quote || body.totalPrice !== undefined) return undefined
  const provider = access.connector.manifest.id
  let answer: VendorQuote
  try {
    answer = await callConnection(access, (context) =>
      quote(context, {
        listingExternalId: listing.keeper.externalId,
        ...(unit === undefined ? {} : { unitExternalId: unit }),
        checkIn: body.checkIn,
        checkOut: body.checkOut,
        ...partyFor(body),
        currency: listing.currency,
      }),
    )
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.kind === 'credentials' || error.kind === 'reauth') throw reauthRequired(provider)
    if (error.kind === 'rate_limited') throw tooBusy(error, provider)
    // The booking call will show whether the PMS accepts it.
    return undefined
  }
  if (answer.available) return answer
  const why = answer.restrictions.join('; ') || 'The nights are taken.'
  throw unavailable(provider, `${provider} says that the stay cannot be booked: ${why}`, why)
}

const number = (decimal: string | null) => (decimal === null ? null : Number(decimal))

export function toCreateOutcome(
  provider: string,
  quote?: VendorQuote,
  errors: PmsOutcome['errors'] = [],
): PmsOutcome {
  return {
    provider,
    applied: [],
    errors,
    ...(errors.length > 0 ? { partial: true, failedSections: errors } : {}),
    ...(quote === undefined
      ? {}
      : { quote: { available: quote.available, total: number(quote.total), currency: quote.currency } }),
  }
}

const sections = ['guest', 'totalPrice', 'notes', 'unitId', 'sendConfirmationEmail'] as const

function appliedOf(body: ReservationCreateBody, errors: PmsOutcome['errors']): string[] {
  const failed = new Set(errors.map(({ section }) => section))
  return ['reservation', ...sections.filter((name) => body[name] !== undefined && !failed.has(name))]
}

async function made(
  { services, scope }: PmsWrite,
  tx: Queryable,
  id: string,
  pms: PmsOutcome,
): Promise<ReservationCreated> {
  const shown = (await shownReservations(tx, scope, [id], services.clock.now())).get(id)
  if (!shown) throw new Error('the reservation was not returned')
  return {
    id,
    confirmationCode: shown.confirmationCode,
    listingId: shown.listingId,
    platform: shown.source,
    status: shown.status,
    checkIn: shown.checkIn,
    checkOut: shown.checkOut,
    ...(shown.guestId === undefined ? {} : { guestId: shown.guestId }),
    totalPrice: shown.financials?.totalPrice ?? null,
    currency: shown.financials?.currency ?? null,
    unit: shown.unit,
    pms,
  }
}

/** The key has booked before: the same request gets that booking, another one an error. */
async function again(write: PmsWrite, act: StoredAct, hash: Buffer): Promise<ReservationCreated> {
  const { reservation_id: id, external_id: externalId } = act
  const { services, scope } = write
  const intent = await intentOfKey(services.db, wholeWorkspace(scope), act.key)
  if (!intent) throw keyReused()
  const { provider } = intent
  if (id !== null && act.kind === 'create_reservation' && act.request_hash.equals(hash)) {
    const { errors } = act.result as CompletedOperation
    const pms = {
      ...toCreateOutcome(provider, undefined, errors),
      reservationId: externalId,
      applied: ['reservation'],
    }
    return made(write, services.db, id, pms)
  }
  const shown =
    id === null
      ? undefined
      : (await shownReservations(services.db, scope, [id], services.clock.now())).get(id)
  throw new ApiError(
    'pms_duplicate',
    `${provider} holds a booking made with this \`Idempotency-Key\` already.`,
    { provider, existing: { externalId, confirmationCode: shown?.confirmationCode ?? null } },
  )
}

function wouldBe(listing: BookedListing, body: ReservationCreateBody, pms: PmsOutcome): ReservationCreated {
  const total =
    body.totalPrice === undefined ? (pms.quote?.total ?? null) : Number(decimalOf(body.totalPrice))
  return {
    listingId: listing.id,
    platform: body.platform ?? 'direct',
    status: body.status === 'tentative' ? 'pending' : 'confirmed',
    checkIn: body.checkIn,
    checkOut: body.checkOut,
    totalPrice: total,
    currency: pms.quote?.currency ?? listing.currency,
    unit: null,
    pms,
    dryRun: true,
  }
}
