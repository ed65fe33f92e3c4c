/** Taking in what a file says, and what bookings let expect. */
import type { Readable } from 'node:stream'
import { addDecimals, negated } from '../../../connector-kit/money.ts'
import { scaled } from '../../../platform/decimal.ts'
import { appendEvents, openWrite, type NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { accountBlocks } from '../../../records/account-queries.ts'
import { eventOf } from '../../../records/events.ts'
import type { DateFormat } from './dates.ts'
import type { FileRow } from './file-row.ts'
import { transactionsIn } from './payouts.ts'
import { rowsOfFile } from './read-csv.ts'
import {
  dropOtherLines,
  dropOtherUpcoming,
  expectedBookings,
  paidAccount,
  storeTransactions,
  type ExpectedRow,
} from './store-queries.ts'
import { absolute, type Transaction } from './transaction.ts'

export interface PaidAccount {
  connectionId: string
  /** As Airbnb calls it. */
  externalId: string
}

/** The whole file, or nothing of it. Throws `FileError`. */
export async function readFile(
  source: Readable,
  format: DateFormat,
  { externalId }: PaidAccount,
): Promise<Transaction[]> {
  const rows: FileRow[] = []
  for await (const row of rowsOfFile(source, format)) rows.push(row)
  return transactionsIn(rows, externalId)
}

export interface Loaded {
  /** New, or other than before. */
  changed: number
  count: number
  payouts: number
}

/** Loading the same again changes nothing and tells nothing. */
export async function loadTransactions(
  tx: Queryable,
  scope: Scope,
  { connectionId }: PaidAccount,
  rows: readonly Transaction[],
  now: Date,
): Promise<Loaded> {
  const write = await openWrite(tx, scope, now)
  await dropOtherLines(tx, scope, connectionId, rows)
  const stored = await storeTransactions(tx, scope, connectionId, rows, write.at)
  const fresh = new Set(stored.filter(({ isNew }) => isNew).map(({ id }) => id))
  const payouts = rows.filter(({ isPayout }) => isPayout)
  const account = await paidAccount(tx, scope, connectionId)
  if (account) {
    const since = account.connected_at.toISOString().slice(0, 10)
    // What was paid before the account was connected is no news.
    const news = payouts.filter(
      ({ transactionId, payoutDate }) => fresh.has(transactionId) && (payoutDate ?? '') >= since,
    )
    const blocks = await accountBlocks(tx, scope, [account.account_id])
    const block = blocks.get(account.account_id) ?? null
    await appendEvents(
      write,
      news.flatMap((payout): NewEvent[] => {
        if (account.account_id === null) return []
        const lines = rows.filter(({ payoutId, isPayout }) => !isPayout && payoutId === payout.payoutId)
        return [payoutEvent(payout, lines, { id: account.account_id, name: account.name, block })]
      }),
    )
  }
  return { changed: stored.length, count: rows.length, payouts: payouts.length }
}

function payoutEvent(
  payout: Transaction,
  lines: readonly Transaction[],
  account: { id: string; name: string | null; block: NewEvent['account'] },
): NewEvent {
  return eventOf('payout.completed', {
    orderKey: `account:${account.id}`,
    account: account.block ?? null,
    data: {
      channel: 'airbnb',
      accountId: account.id,
      accountName: account.name,
      payout: {
        id: payout.transactionId,
        paidOutAmount: scaled(payout.paidOutAmount ?? '0', 2),
        currency: payout.currency,
        paidAt: `${payout.date}T00:00:00.000Z`,
      },
      lines: lines.map(({ transactionId, type, confirmationCode, amount, currency }) => ({
        ...{ transactionId, type, confirmationCode, amount, currency },
      })),
    },
  })
}

/** Airbnb pays a day after arrival. */
function expected(row: ExpectedRow, account: string): Transaction {
  const date = String(Temporal.PlainDate.from(row.check_in).add({ days: 1 }))
  const fee = row.host_fee === null ? null : negated(absolute(row.host_fee))
  return {
    transactionId: `upcoming:${account}:Reservation:${row.confirmation_code}:${date}:0`,
    ...{ status: 'UPCOMING', type: 'Reservation', isPayout: false, date, currency: row.currency },
    amount: row.revenue,
    grossAmount: row.revenue === null ? null : addDecimals([row.revenue, fee === null ? '0' : negated(fee)]),
    hostServiceFee: fee,
    cleaningFee: null,
    ...{ payoutId: null, payoutIdSynthetic: false, payoutDate: null, lineIndex: null, paidOutAmount: null },
    confirmationCode: row.confirmation_code,
    listingName: row.listing_name,
    guestName: row.guest_name || null,
    nights: row.nights,
    reservationStartDate: row.check_in,
    ...{ description: null, reference: null },
  }
}

/** What is to come, anew from the bookings. */
export async function refreshUpcoming(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: PaidAccount,
  now: Date,
): Promise<{ count: number; removed: number }> {
  const write = await openWrite(tx, scope, now)
  const today = now.toISOString().slice(0, 10)
  const rows = (await expectedBookings(tx, scope, connectionId, today)).map((row) =>
    expected(row, externalId),
  )
  const removed = await dropOtherUpcoming(
    tx,
    scope,
    connectionId,
    rows.map(({ transactionId }) => transactionId),
  )
  await storeTransactions(tx, scope, connectionId, rows, write.at)
  return { count: rows.length, removed }
}
