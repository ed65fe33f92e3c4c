/** Books a listing that a PMS manages: done there first, then recorded here. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { ReservationDraft, VendorQuote } from '../../../connector-kit/write-operations.ts'
import type {
  PmsOutcome,
  ReservationCreateBody,
  ReservationCreated,
} from '../../../contract/reservation-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { currentPatience } from '../../../platform/request-patience.ts'
import { wholeWorkspace, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { NightStretch } from '../../../records/reservations/sold-night-queries.ts'
import { shownReservations } from '../../../records/reservations/shown.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import {
  actKeyFor,
  hashOf,
  keyReused,
  whileHeld,
  type HeldAct,
  type StoredAct,
} from '../../../upstream/acts/public.ts'
import { reauthRequired, tooBusy, waitSeconds } from '../../../upstream/errors.ts'
import { draftToJudge, dryRunWarnings } from '../dry-run-warnings.ts'
import type { RecordAtVendor } from '../manager.ts'
import type { BookedListing, NativeListing } from '../queries.ts'
import { serializeByNights } from '../serialize-by-nights.ts'
import { intentOfKey, unitExternalId } from './intent-queries.ts'
import { doInPms, findForgottenBooking, markerOf, openBookingAct } from './pms-act.ts'
import { assertNotOverUnlessBegun, bookingAccess, writesOf, type PmsWrite } from './pms-checks.ts'
import { checkPmsDraft, decimalOf, draftOf, quoteRequestOf } from './pms-draft.ts'
import { assertNotTaken, unavailable } from './pms-nights.ts'
import type { CompletedOperation } from './pms-operations.ts'
import { appliedSections, toPmsOutcome } from './pms-outcome.ts'
import { recordHeldAct } from './pms-record.ts'

/** A booking whose request needs no more checks without a call. */
interface CheckedBooking {
  write: PmsWrite
  access: ConnectionAccess
  listing: NativeListing
  body: ReservationCreateBody
  /** The PMS's id of the unit that is booked, if the request names one. */
  unit: string | undefined
  key: string
  request: { kind: 'create'; draft: ReservationDraft }
}

/** One booking in a PMS. `book` has its steps in their order: check, open, quote, do, record. */
export class PmsBooking {
  readonly #checked: CheckedBooking
  readonly #provider: string
  readonly #stretch: NightStretch

  private constructor(checked: CheckedBooking) {
    const { access, listing, body } = checked
    this.#checked = checked
    this.#provider = access.connector.manifest.id
    this.#stretch = { listingId: listing.id, checkIn: body.checkIn, checkOut: body.checkOut }
  }

  /** Checks all that needs no call. Throws if the PMS would not take such a booking. */
  static async check(write: PmsWrite, pms: RecordAtVendor, body: ReservationCreateBody): Promise<PmsBooking> {
    const { services, scope } = write
    const { connector, listing } = pms
    // First, because an owner cannot turn on what the connector lacks.
    writesOf(connector)
    const access = await bookingAccess(services, scope, pms)
    checkPmsDraft(body, connector, listing)
    await assertNotOverUnlessBegun(write, listing, body.checkIn)
    const unit = await findUnit(services.db, scope, listing, body.unitId)
    const key = actKeyFor(write.idempotencyKey)
    const draft = draftOf(body, listing, { marker: markerOf(scope, key), unitExternalId: unit })
    return new PmsBooking({ write, access, listing, body, unit, key, request: { kind: 'create', draft } })
  }

  /** The answer to a dry run: the PMS is asked for its price alone. */
  async rehearse(): Promise<ReservationCreated> {
    const { write, listing, body } = this.#checked
    const { services, scope } = write
    await this.#checkNights()
    const pms = toPmsOutcome(this.#provider, await this.#quote())
    const judged = draftToJudge(listing, body, { isPricedHere: false })
    const warnings = await dryRunWarnings(services.db, scope, judged, services.clock.now())
    return { ...toRehearsed(listing, body, pms), warnings }
  }

  book(): Promise<ReservationCreated> {
    const { scope } = this.#checked.write
    return serializeByNights({ scope, provider: this.#provider }, this.#stretch, async () => {
      const opened = await this.#open()
      if ('settled' in opened) return this.#answerAgain(opened.settled)
      return whileHeld(opened, async () => {
        const forgotten = await this.#findForgotten(opened)
        if (forgotten !== null) return this.#record(opened, forgotten, undefined)
        const quote = await this.#checkAndQuoteUnsent(opened)
        const done = await this.#do(opened)
        return this.#record(opened, done, quote)
      })
    })
  }

  /** Stores the act before the PMS is called, or finds the one stored under the key. */
  #open(): Promise<HeldAct | { settled: StoredAct }> {
    const { write, access, listing, key, request } = this.#checked
    return openBookingAct(write.services, write.scope, {
      key,
      request,
      hash: hashOf(request),
      connectionId: access.connection.id,
      subject: { listingId: listing.id, reservationId: null, externalId: null },
    })
  }

  /** Comes before the nights are checked, because the booking that is looked for holds them. */
  async #findForgotten(held: HeldAct): Promise<CompletedOperation | null> {
    const { access, write } = this.#checked
    try {
      return await findForgottenBooking(access, held, write.idempotencyKey)
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      const message = `${this.#provider} could not be asked whether the booking was made before the restore; nothing was done.`
      await held.move('refuse', { outcome: message, outcome_code: 'service_unavailable' })
      const seconds = waitSeconds(error)
      throw new ApiError(
        'service_unavailable',
        message,
        { provider: this.#provider, retry_after: seconds },
        { cause: error, headers: { 'retry-after': String(seconds) } },
      )
    }
  }

  /** Only before anything was sent, because our own booking would block itself. */
  async #checkAndQuoteUnsent(held: HeldAct): Promise<VendorQuote | undefined> {
    if (held.act.state !== 'started') return undefined
    currentPatience()?.lookAfterWaits(() => this.#checkNights())
    try {
      await this.#checkNights()
      return await this.#quote()
    } catch (error) {
      // Nothing was sent, so the act is over.
      if (error instanceof ApiError)
        await held.move('refuse', { outcome: error.message, outcome_code: error.code })
      throw error
    }
  }

  /** Throws if other stays have the nights. */
  #checkNights(): Promise<void> {
    return assertNotTaken(this.#checked.access, this.#stretch, null)
  }

  /** The PMS's price for the stay, if it sets one. Throws `pms_unavailable` if the stay cannot be booked. */
  async #quote(): Promise<VendorQuote | undefined> {
    const { access, listing, body, unit } = this.#checked
    const { quote } = writesOf(access.connector)
    if (!quote || body.totalPrice !== undefined) return undefined
    let answer: VendorQuote
    try {
      answer = await callConnection(access, (context) => quote(context, quoteRequestOf(listing, body, unit)))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      if (error.kind === 'credentials' || error.kind === 'reauth') throw reauthRequired(this.#provider)
      if (error.kind === 'rate_limited') throw tooBusy(error, this.#provider)
      // The booking call will show whether the PMS accepts it.
      return undefined
    }
    if (answer.available) return answer
    const why = answer.restrictions.join('; ') || 'The nights are taken.'
    throw unavailable(this.#provider, `${this.#provider} says that the stay cannot be booked: ${why}`, why)
  }

  #do(held: HeldAct): Promise<CompletedOperation> {
    return doInPms(this.#checked.access, held, { kind: 'create', provider: this.#provider, source: null })
  }

  #record(
    held: HeldAct,
    done: CompletedOperation,
    quote: VendorQuote | undefined,
  ): Promise<ReservationCreated> {
    const { write, access, body } = this.#checked
    const pms = {
      ...toPmsOutcome(this.#provider, quote, done.errors),
      reservationId: done.externalId,
      applied: appliedSections(body, done.errors),
    }
    return recordHeldAct(access, held, done, {
      context: write,
      reply: (tx, id) => readCreated(write, tx, id, pms),
    })
  }

  /** The key has booked before: the same request gets that booking, another one an error. */
  async #answerAgain(act: StoredAct): Promise<ReservationCreated> {
    const { write, request } = this.#checked
    const { reservation_id: id, external_id: externalId } = act
    const { services, scope } = write
    const intent = await intentOfKey(services.db, wholeWorkspace(scope), act.key)
    if (!intent) throw keyReused()
    const { provider } = intent
    if (id !== null && act.kind === 'create_reservation' && act.request_hash.equals(hashOf(request))) {
      const { errors } = act.result as CompletedOperation
      const outcome = toPmsOutcome(provider, undefined, errors)
      return readCreated(write, services.db, id, {
        ...outcome,
        reservationId: externalId,
        applied: ['reservation'],
      })
    }
    const now = services.clock.now()
    const shown = id === null ? undefined : (await shownReservations(services.db, scope, [id], now)).get(id)
    throw new ApiError(
      'pms_duplicate',
      `${provider} holds a booking made with this \`Idempotency-Key\` already.`,
      { provider, existing: { externalId, confirmationCode: shown?.confirmationCode ?? null } },
    )
  }
}

async function findUnit(
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

async function readCreated(
  { services, scope }: PmsWrite,
  db: Queryable,
  id: string,
  pms: PmsOutcome,
): Promise<ReservationCreated> {
  const shown = (await shownReservations(db, scope, [id], services.clock.now())).get(id)
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

function toRehearsed(
  listing: BookedListing,
  body: ReservationCreateBody,
  pms: PmsOutcome,
): ReservationCreated {
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
