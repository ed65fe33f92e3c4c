/**
 * Payments stand in calls of their own, one booking each. As long as the older interface answers, it tells beside its rows
 * whether they are paid. After that they are read where the host collects them and they can still change.
 */
import { fieldOf, isFields, readable } from '../../connector-kit/answers.ts'
import type { StayRecord } from '../../contract/records.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { decimalString, inUnits } from '../../connector-kit/money.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { VendorPayments } from './vendor-stay.ts'

/** Returns what records of the older interface say, by the ids of their bookings. */
export function paymentsIn(records: readonly StayRecord[]): ReadonlyMap<string, string | null> {
  return new Map(
    records.flatMap((record) =>
      record.kind === 'reservation' ? [[record.externalId, record.paymentStatus ?? null] as const] : [],
    ),
  )
}

/** Adds whether bookings are paid; `known` has what the older interface told. */
export async function addPayments<R extends StayRecord>(
  context: VendorContext,
  records: readonly R[],
  known: ReadonlyMap<string, string | null>,
): Promise<R[]> {
  const today = context.now().toISOString().slice(0, 10)
  const added: R[] = []
  for (const record of records) {
    const { externalId } = record
    const status = known.has(externalId)
      ? (known.get(externalId) ?? null)
      : isRead(record, today)
        ? await readPayment(context, externalId)
        : null
    added.push(status === null ? record : { ...record, paymentStatus: status })
  }
  return added
}

// Airbnb, Vrbo and mostly Booking.com collect from guests by themselves.
const collectedByHost = new Set(['direct', 'website', 'other', null])

/** The same for a booking in a list and one that is looked up, so that neither takes back what the other told. */
const isRead = (record: StayRecord, today: string): boolean =>
  record.kind === 'reservation' &&
  record.status !== 'cancelled' &&
  record.checkOut >= today &&
  collectedByHost.has(record.source)

const askAgainMs = 3_600_000
// 404 can mean this booking or the whole endpoint, until one booking was answered.
const lacking = new Set([403, 404, 410])

/** A booking without readable payments is stored without them; only a vendor that cannot be reached ends the walk. */
async function readPayment(context: VendorContext, externalId: string): Promise<string | null> {
  const endpoint = await rememberSettings(context, 'payments', askAgainMs, async () => ({
    isThere: true,
    hasAnswered: false,
  }))
  if (!endpoint.isThere) return null
  try {
    const answer = await context.http.get('/v1/payments', { query: { reservationId: externalId } })
    endpoint.hasAnswered = true
    return paymentStatusIn(answer)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const isLacking = lacking.has(error.status ?? 0)
    if (isLacking && !endpoint.hasAnswered) endpoint.isThere = false
    if (isLacking || error.kind === 'rejected' || error.kind === 'malformed') return null
    throw error
  }
}

/** The summary is documented without its place or names: the names of the older interface are looked for. */
export function paymentStatusIn(answer: unknown): string | null {
  const data = fieldOf(answer, 'data')
  const places = [
    answer,
    data,
    ...[answer, data].flatMap((one) => summaryNames.map((name) => fieldOf(one, name))),
  ]
  const [summary] = readable(VendorPayments, places.filter(isFields)).filter(hasSums)
  if (summary === undefined) return null
  const [paid, refunded, due] = [summary.totalPaid, summary.totalRefunded, summary.balanceDue].map(amountIn)
  const isRefunded = isAbove(refunded, '0') && paid !== null && !isAbove(paid, refunded ?? '0')
  if (isRefunded) return 'refunded'
  if (typeof summary.isFullyPaid === 'boolean') return summary.isFullyPaid ? 'paid' : 'pending'
  if (due === null) return null
  if (isAbove(due, '0')) return 'pending'
  return isAbove(paid, '0') ? 'paid' : null
}

const summaryNames = ['summary', 'reservation', 'money']

const hasSums = ({ isFullyPaid, totalPaid, balanceDue }: VendorPayments): boolean =>
  [isFullyPaid, totalPaid, balanceDue].some((value) => value !== undefined && value !== null)

function amountIn(value: unknown): string | null {
  try {
    return decimalString(value as string)
  } catch {
    return null
  }
}

const isAbove = (amount: string | null | undefined, than: string): boolean =>
  amount !== null && amount !== undefined && inUnits(amount) > inUnits(than)
