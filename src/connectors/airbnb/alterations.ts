/** On Airbnb one side requests a change of a booking and the other answers. */
import { Type, type Static } from 'typebox'
import type { AlterationRecord, ReservationRecord } from '../../contract/records.ts'
import type { AlterationDraft, Alterations } from '../../connector-kit/alteration-operations.ts'
import { demand, fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorStayPage, VendorContext } from '../../connector-kit/connector.ts'
import type { RowFailure } from '../../connector-kit/paginate.ts'
import { addDays, civilDate, utcInstant } from '../../connector-kit/dates.ts'
import type { GivenRow } from '../../connector-kit/vendor-context.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import { madeIn } from './lists.ts'
import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { demandMeaning } from '../../connector-kit/readings.ts'
import { countedParty, partyOf } from '../../connector-kit/stay-readings.ts'
import { demandId, idOf } from './ids.ts'
import { Amount, part, Text } from '../../connector-kit/vendor-fields.ts'

const VendorAlteration = Type.Object({
  id_str: Amount,
  id: Amount,
  confirmation_code: Type.String({ minLength: 1 }),
  initiated_by: Text,
  status: Type.String(),
  listing_id_str: Amount,
  listing_id: Amount,
  start_date: Text,
  end_date: Text,
  number_of_guests: Amount,
  guest_details: part({ number_of_adults: Amount, number_of_children: Amount }),
  expected_payout_amount_accurate: Amount,
  listing_host_fee_accurate: Amount,
  created_at: Text,
  response_at: Text,
})
type VendorAlteration = Static<typeof VendorAlteration>

type AlterationMeaning = Pick<AlterationRecord, 'status' | 'isAgreed'>

/**
 * A change that was accepted but not paid changes nothing yet. A void one was withdrawn by neither side, and
 * is over.
 */
const meanings: Record<string, AlterationMeaning> = {
  PENDING: { status: 'pending' },
  AWAITING_PAYMENT: { status: 'pending', isAgreed: true },
  ACCEPTED: { status: 'accepted' },
  DECLINED: { status: 'declined' },
  CANCELED: { status: 'cancelled' },
  VOID: { status: 'cancelled' },
}

const initiators: Record<string, 'guest' | 'host'> = { guest: 'guest', host: 'host' }

interface ReadAlteration {
  confirmationCode: string
  record: AlterationRecord
}

function toAlteration(row: VendorAlteration): ReadAlteration {
  const { number_of_adults: adults, number_of_children: children } = row.guest_details ?? {}
  const party = countedParty(partyOf({ adults, children, total: row.number_of_guests }))
  const earned = decimalString(row.expected_payout_amount_accurate)
  const fee = decimalString(row.listing_host_fee_accurate)
  return {
    confirmationCode: row.confirmation_code,
    record: {
      externalId: demandId(row.id_str, row.id, 'change of a booking'),
      ...demandMeaning(meanings, row.status, 'status'),
      initiator: initiators[row.initiated_by ?? ''] ?? null,
      listingExternalId: idOf(row.listing_id_str, row.listing_id),
      checkIn: civilDate(row.start_date),
      checkOut: civilDate(row.end_date),
      guestCount: party?.total ?? null,
      // The total is computed like the price of a booking.
      totalPrice: earned === null ? null : addDecimals([earned, fee ?? '0']),
      requestedAt: utcInstant(row.created_at),
      respondedAt: utcInstant(row.response_at),
      sourceStatus: row.status,
    },
  }
}

const path = '/v2/reservation_alterations'

interface AlterationRead {
  rows: ReadAlteration[]
  failures: RowFailure[]
}

async function alterationsOf({ http }: VendorContext, codes: readonly string[]): Promise<AlterationRead> {
  const answer = await http.get(`${path}/`, { query: { 'confirmation_codes[]': codes } })
  const read: AlterationRead = { rows: [], failures: [] }
  for (const row of listIn(answer, 'reservation_alterations')) {
    try {
      read.rows.push(toAlteration(demand(VendorAlteration, row, 'a change of a booking')))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      const externalId = String(fieldOf(row, 'confirmation_code') ?? '')
      read.failures.push({ externalId, message: error.message })
    }
  }
  return read
}

const words = { accept: 'ACCEPTED', decline: 'DECLINED', cancel: 'CANCELED' } as const

export const alterations: Alterations = {
  async request({ http }, draft) {
    const body = bodyOf(draft)
    return { externalId: madeIn(await http.post(path, { body }).catch(tooLate), 'alteration') }
  },

  async answer({ http }, { externalId, answer }) {
    const body = { status: words[answer] }
    await http.put(`${path}/${encodeURIComponent(externalId)}`, { body }).catch(tooLate)
  },

  of: async (context, reservationExternalId) =>
    (await alterationsOf(context, [reservationExternalId])).rows.map(({ record }) => record),
}

const bodyOf = (draft: AlterationDraft) => ({
  confirmation_code: draft.reservationExternalId,
  ...(draft.checkIn === undefined ? {} : { start_date: draft.checkIn }),
  ...(draft.checkOut === undefined ? {} : { end_date: draft.checkOut }),
  ...(draft.guestCount === undefined ? {} : { guest_details: { number_of_adults: draft.guestCount } }),
  ...(draft.totalPrice === undefined ? {} : { total_price: Number(draft.totalPrice) }),
  ...(draft.listingExternalId === undefined ? {} : { listing_id: draft.listingExternalId }),
})

/** A request that was answered meanwhile is refused in words that Airbnb does not publish. */
function tooLate(error: unknown): never {
  const isOver =
    error instanceof VendorError &&
    error.kind === 'rejected' &&
    /not waiting|already|expired|not active|is over/i.test(error.vendorMessage ?? '')
  throw isOver ? because(error, 'too_late') : error
}

/** A booking still changes this many days after its end. */
const daysBehind = 7

const isOpen = (stay: ReservationRecord, today: string) => stay.checkOut >= addDays(today, -daysBehind)

type Reservations = NonNullable<VendorOperations['reservations']>

/** Adds requested changes to bookings: one more call for a page, and none if all bookings are over. */
export const withAlterations = (reservations: Reservations): Reservations => ({
  ...reservations,
  async page(context, walk): Promise<VendorStayPage> {
    const page = await reservations.page(readingOpenOnes(context), walk)
    const { records, failures } = await withRequestedChanges(context, page.records)
    return { ...page, records, failures: [...page.failures, ...failures] }
  },
  ...(reservations.one === undefined
    ? {}
    : {
        async one(context: VendorContext, externalId: string) {
          const record = await reservations.one?.(context, externalId)
          return record ? ((await withRequestedChanges(context, [record])).records[0] ?? null) : null
        },
      }),
})

/**
 * No row of a booking contains its requested changes, so one that can still change is read even if its row is
 * unchanged.
 */
function readingOpenOnes(context: VendorContext): VendorContext {
  const { asStored } = context
  if (!asStored) return context
  const openFrom = addDays(context.now().toISOString().slice(0, 10), -daysBehind - 1)
  const isOver = ({ row }: GivenRow) => {
    const end = fieldOf(row, 'end_date')
    return typeof end !== 'string' || end < openFrom
  }
  return { ...context, asStored: (rows) => asStored(rows.filter(isOver)) }
}

type AlteredStays = Pick<VendorStayPage, 'records' | 'failures'>

/** A booking is stored even if its changes cannot be read. */
async function withRequestedChanges(
  context: VendorContext,
  records: VendorStayPage['records'],
): Promise<AlteredStays> {
  const today = context.now().toISOString().slice(0, 10)
  const codes = records.flatMap((record) =>
    record.kind === 'reservation' && isOpen(record, today) ? [record.externalId] : [],
  )
  const read =
    codes.length === 0
      ? null
      : await alterationsOf(context, codes).catch((error: unknown) => {
          if (error instanceof VendorError && !mattersToAll.has(error.kind)) return null
          throw error
        })
  if (read === null) return { records, failures: [] }
  const searched = new Set(codes)
  return {
    failures: read.failures,
    records: records.map((record) =>
      searched.has(record.externalId) && record.kind === 'reservation'
        ? { ...record, alterations: ofBooking(read.rows, record.externalId) }
        : record,
    ),
  }
}

const mattersToAll = new Set(['rate_limited', 'credentials', 'reauth'])

/** A fixed order makes equal changes read equal. */
const ofBooking = (rows: readonly ReadAlteration[], code: string): AlterationRecord[] =>
  rows
    .filter(({ confirmationCode }) => confirmationCode === code)
    .map(({ record }) => record)
    .sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
