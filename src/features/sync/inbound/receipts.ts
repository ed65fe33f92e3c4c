/**
 * Confirms a booking to its channel only after it was read and stored here. The receipt is stored before the
 * notification is answered, so it survives a kill. Confirming twice does no harm.
 */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { BackgroundLoop } from '../../../platform/background-loop.ts'
import { startDueLoop } from '../../../platform/due-work/due-loop.ts'
import { startWorkPool, workOnce, type PoolWork } from '../../../platform/fairness/work-pool.ts'
import type { Services } from '../../../services.ts'
import { callConnection, connectionAccess } from '../../../upstream/access.ts'
import { isCertain } from '../../../upstream/errors.ts'
import { storeStays } from '../written/store-written.ts'
import {
  endReceipt,
  nextReceiptDue,
  reservationOf,
  takeDueReceipts,
  tryReceiptAt,
  type StoredReceipt,
} from './receipt-queries.ts'

const busyMs = 5_000
const leastMs = 250
const mostAtOnce = 20
/** The lease lasts longer than two vendor calls can take. */
const leaseMs = 3 * 60_000
const [firstPauseMs, longestPauseMs] = [30_000, 3_600_000]
/** By then the channel has informed the host by other means, and the booking is read by schedule. */
const mostMs = 3 * 24 * 3_600_000

const receiptWork = (services: Services): PoolWork<StoredReceipt> => ({
  places: mostAtOnce,
  claim(places) {
    const now = services.clock.now()
    return takeDueReceipts(services.db, { now, until: new Date(now.getTime() + leaseMs) }, places)
  },
  work: (receipt) => send(services, receipt).catch((error: unknown) => later(services, receipt, error)),
})

export function startReceipts(services: Services): BackgroundLoop {
  const { db, log } = services
  const about = { log, failed: 'receipts of bookings could not be sent' }
  return startWorkPool({ ...about, everyMs: busyMs }, receiptWork(services), (look) =>
    startDueLoop(
      services,
      { ...about, kind: 'receipt', busyMs, leastMs },
      { look, nextDue: () => nextReceiptDue(db) },
    ),
  )
}

/** Returns how many were due. */
export const sendReceipts = (services: Services): Promise<number> => workOnce(receiptWork(services))

async function send(services: Services, receipt: StoredReceipt): Promise<void> {
  const scope = { workspaceId: receipt.workspaceId }
  const access = await connectionAccess(services, scope, receipt.connectionId)
  const one = access?.connector.operations.reservations?.one
  const confirm = access?.connector.appWebhook?.confirm
  if (!access || !one || !confirm || access.connection.status !== 'active')
    throw new Error('the account cannot be reached')
  const read = () =>
    callConnection(access, (context) => one(context, receipt.externalId), undefined, 'bookings')
  const stay = await read()
  // The vendor no longer has the booking, so there is nothing to confirm.
  if (stay === null) return endReceipt(services.db, receipt)
  await services.db.transaction().execute((tx) => storeStays(tx, access, [stay], 'sync:hint'))
  const reservationId = await reservationOf(services.db, receipt)
  if (reservationId === undefined) throw new Error('the booking was not stored')
  const { externalId, token, action } = receipt
  await callConnection(
    access,
    (context) => confirm(context, { externalId, token, action, code: reservationId }),
    undefined,
    'bookings',
  )
  await endReceipt(services.db, receipt)
}

async function later(services: Services, receipt: StoredReceipt, error: unknown): Promise<void> {
  const { log, clock, db } = services
  const { workspaceId, connectionId, externalId, action, attempts, toldAt } = receipt
  const now = clock.now().getTime()
  const isRefused = error instanceof VendorError && isRefusal(error)
  const isOver = isRefused || now - toldAt.getTime() > mostMs
  log.warn(
    { err: error, workspaceId, connectionId, externalId, action, attempts, isOver },
    'the receipt of a booking was not taken',
  )
  if (isOver) return endReceipt(db, receipt)
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 10))
  await tryReceiptAt(db, receipt, new Date(now + pause))
}

/** The channel no longer accepts the receipt. Other errors are temporary. */
const isRefusal = (error: VendorError): boolean =>
  isCertain(error) && (error.kind === 'rejected' || error.kind === 'not_found')
