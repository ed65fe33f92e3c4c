/** Creates, changes and cancels a sandbox account's bookings, and answers requests. */
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { addDecimals } from '../../connector-kit/money.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type {
  QuoteRequest,
  RequestAnswers,
  ReservationDraft,
  ReservationWrites,
  VendorQuote,
} from '../../connector-kit/write-operations.ts'
import type { ReservationRecord, StayRecord } from '../../contract/records.ts'
import { accountIn, type SandboxAccount } from './account.ts'
import { datesTaken, tooLate, throwUnlessTold } from './failures.ts'
import { answered, inquiryOf } from './inquiries.ts'
import { calendarIn } from './nights.ts'
import { ownStay, insertOwnRecord, ownRecord, type OwnStay } from './queries.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null

/** Leaves out the guest, who stays unchanged. */
function toRecord(stay: OwnStay): ReservationRecord {
  const { occupancy, financials, guestDetails, sourceStatus, ...rest } = stay
  return {
    ...rest,
    kind: 'reservation',
    respondBy: instant(stay.respondBy),
    bookedAt: instant(stay.bookedAt),
    cancelledAt: instant(stay.cancelledAt),
    ...(occupancy === null ? {} : { occupancy }),
    ...(financials === null ? {} : { financials }),
    ...(guestDetails === null ? {} : { guestDetails }),
    sourceStatus: sourceStatus ?? stay.status,
  }
}

async function stayOf(account: SandboxAccount, externalId: string): Promise<ReservationRecord | null> {
  const stored = (await ownRecord<ReservationRecord>(account, 'stay', externalId)).get(externalId)
  if (stored) return stored
  const own = await ownStay(account, externalId)
  return own ? toRecord(own) : null
}

/** Returns the stays with all changes made since. */
async function staysNow(account: SandboxAccount, first: readonly StayRecord[]): Promise<StayRecord[]> {
  const since = await ownRecord<ReservationRecord>(account, 'stay')
  const unchanged = first
    .filter(({ externalId }) => !since.has(externalId))
    .map(async (record) => (record.kind === 'inquiry' ? answered(account, record) : record))
  return [...(await Promise.all(unchanged)), ...since.values()]
}

const keep = (account: SandboxAccount, record: ReservationRecord) =>
  insertOwnRecord(account, 'stay', [{ externalId: record.externalId, record }])

async function changed(
  context: VendorContext,
  externalId: string,
  change: (stay: ReservationRecord) => Partial<ReservationRecord> | Promise<Partial<ReservationRecord>>,
): Promise<ReservationRecord> {
  const account = accountIn(context)
  const stay = await stayOf(account, externalId)
  if (stay === null) throw new VendorError('not_found', `there is no booking ${externalId}`, { status: 404 })
  const { guest: _, ...rest } = stay
  const record = { ...rest, ...(await change(stay)) }
  await keep(account, record)
  return record
}

interface SandboxStayDates {
  listingExternalId: string
  checkIn: string
  checkOut: string
}

async function nightsOf(
  context: VendorContext,
  { listingExternalId, checkIn, checkOut }: SandboxStayDates,
  but?: string,
) {
  const to = Temporal.PlainDate.from(checkOut).subtract({ days: 1 }).toString()
  return calendarIn(accountIn(context), { listingExternalId, from: checkIn, to }, { but })
}

async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const nights = await nightsOf(context, request)
  if (nights.some(({ available }) => !available))
    return { available: false, total: null, currency: null, restrictions: ['The nights are taken.'] }
  const accommodation = addDecimals(nights.map(({ price }) => price ?? '0'))
  const { currency } = request
  return { available: true, total: accommodation, currency, breakdown: { accommodation }, restrictions: [] }
}

async function create(context: VendorContext, draft: ReservationDraft) {
  const externalId = `sandbox-${draft.marker}`
  const account = accountIn(context)
  const { available, total } = await quote(context, draft)
  if (!available) throw datesTaken()
  const { adults, children, guest, currency, checkIn, checkOut, listingExternalId } = draft
  const status = draft.status === 'confirmed' ? 'confirmed' : 'pending'
  const record: ReservationRecord = {
    kind: 'reservation',
    externalId,
    listingExternalId,
    ...(draft.unitExternalId === undefined ? {} : { unitExternalId: draft.unitExternalId }),
    confirmationCode: `SBX${draft.marker.slice(0, 8).toUpperCase()}`,
    source: draft.platform,
    status,
    checkIn,
    checkOut,
    bookedAt: context.now().toISOString(),
    occupancy: { adults, children, infants: 0, pets: 0, total: adults + children },
    totalPrice: draft.totalPrice ?? total,
    currency,
    guest,
    sourceStatus: status,
  }
  await keep(account, record)
  return { externalId, record, errors: [] }
}

const done = (record: ReservationRecord) => ({ externalId: record.externalId, record, errors: [] })

/** The sandbox accepts the bookings that the real provider accepts. */
export function reservationWrites(real: ReservationWrites): ReservationWrites {
  return {
    fields: real.fields,
    ownSources: real.ownSources,
    create: (context, draft) => throwUnlessTold(draft, () => create(context, draft)),
    async findMarked(context, { marker }) {
      const externalId = `sandbox-${marker}`
      return [...(await ownRecord(accountIn(context), 'stay', externalId)).keys()]
    },
    ...(real.modify
      ? {
          modify: {
            dates: real.modify.dates,
            async run(context, { externalId, checkIn, checkOut, adults, children }) {
              const record = await changed(context, externalId, async (stay) => {
                const dates = { checkIn: checkIn ?? stay.checkIn, checkOut: checkOut ?? stay.checkOut }
                const nights = await nightsOf(context, { ...stay, ...dates }, externalId)
                if (nights.some(({ available }) => !available)) throw datesTaken()
                const party = { infants: 0, pets: 0, ...stay.occupancy }
                const counts = {
                  adults: adults ?? party.adults ?? 1,
                  children: children ?? party.children ?? 0,
                }
                const { infants, pets } = party
                return {
                  ...dates,
                  occupancy: { ...counts, infants, pets, total: counts.adults + counts.children },
                }
              })
              return done(record)
            },
          },
        }
      : {}),
    ...(real.cancel
      ? {
          cancel: (context, request) =>
            throwUnlessTold(request, async () =>
              done(
                await changed(context, request.externalId, () => ({
                  status: 'cancelled',
                  statusDetail: 'cancelled_by_host',
                  cancelledAt: context.now().toISOString(),
                  cancelledBy: 'host',
                  sourceStatus: 'cancelled',
                })),
              ),
            ),
        }
      : {}),
    ...(real.quote ? { quote } : {}),
  }
}

const assertPending = ({ status }: ReservationRecord) => {
  if (status !== 'pending') throw tooLate()
}

export const requestAnswers: RequestAnswers = {
  async accept(context, { externalId }) {
    await changed(context, externalId, (stay) => {
      assertPending(stay)
      return { status: 'confirmed', pendingReason: null, respondBy: null, sourceStatus: 'confirmed' }
    })
  },
  decline: (context, request) =>
    throwUnlessTold(request, async () => {
      await changed(context, request.externalId, (stay) => {
        assertPending(stay)
        return {
          status: 'cancelled',
          statusDetail: 'declined',
          pendingReason: null,
          respondBy: null,
          cancelledAt: context.now().toISOString(),
          cancelledBy: 'host',
          sourceStatus: 'declined',
        }
      })
    }),
}

/** `first` are the records the account had when it was connected. */
export const readStays = (
  first: (now: Date) => StayRecord[],
): NonNullable<VendorOperations['reservations']> => ({
  async page(context) {
    const records = await staysNow(accountIn(context), first(context.now()))
    const watermark = context.now().toISOString()
    return { records, failures: [], next: null, expected: records.length, watermark }
  },
  async one(context, externalId) {
    const account = accountIn(context)
    return (await stayOf(account, externalId)) ?? inquiryOf(account, externalId)
  },
})
