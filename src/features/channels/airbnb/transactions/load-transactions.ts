/** Loads transactions from a file, and expected ones from bookings. */
import type { Readable } from 'node:stream'
import { scaled } from '../../../../platform/decimal.ts'
import { appendEvents, openWrite, type NewEvent, type Write } from '../../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { accountBlocks } from '../../../../records/account-queries.ts'
import { eventOf } from '../../../../records/events.ts'
import type { DateFormat } from './parse-date.ts'
import { type TransactionFileRow, TransactionFileError, parseRow } from './parse-row.ts'
import { toTransactions } from './payouts.ts'
import { transactionsOfBooking, bookingPayoutPrefix } from './transactions-of-booking.ts'
import {
  codesPaidByBookings,
  dropOtherLines,
  dropOtherOfBookings,
  expectedBookings,
  paidAccount,
  storeTransactions,
} from './store-queries.ts'
import type { AirbnbTransactionRecord } from './transaction-record.ts'
import { parse } from 'csv-parse'
import { findColumns, type TransactionColumn } from './file-columns.ts'

// The file itself: the only place that knows the library that reads it.

/** Decades of a large host. */
const mostRows = 200_000
const mostRecordBytes = 64 * 1024

/** Yields row by row, so that a file is never held in memory. Throws `TransactionFileError`. */
async function* readRows(source: Readable, format: DateFormat): AsyncGenerator<TransactionFileRow> {
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: mostRecordBytes,
    }),
  )
  source.on('error', (error) => parser.destroy(error))
  let places: Map<TransactionColumn, number> | undefined
  let rows = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (places === undefined) {
        const header = findColumns(record)
        if (header.missing !== null)
          throw new TransactionFileError(1, `the header has no column \`${header.missing}\`.`)
        places = header.places
        continue
      }
      if (record.every((cell) => cell.trim() === '')) continue
      rows += 1
      if (rows > mostRows) throw new TransactionFileError(info.lines, `more than ${mostRows} transactions.`)
      yield parseRow(record, places, info.lines, format)
    }
  } catch (error) {
    if (error instanceof TransactionFileError) throw error
    const { code, lines } = error as { code?: string; lines?: number }
    if (code?.startsWith('CSV_')) throw new TransactionFileError(lines ?? 1, 'it is no CSV that can be read.')
    throw error
  }
  if (places === undefined) throw new TransactionFileError(1, 'the file is empty.')
}

export interface PaidAccount {
  connectionId: string
  /** Airbnb's id of the account. */
  externalId: string
}

/** The whole file or nothing. Throws `TransactionFileError`. */
export async function readTransactionFile(
  source: Readable,
  format: DateFormat,
  { externalId }: PaidAccount,
): Promise<AirbnbTransactionRecord[]> {
  const rows: TransactionFileRow[] = []
  for await (const row of readRows(source, format)) rows.push(row)
  return toTransactions(rows, externalId)
}

export interface LoadCounts {
  /** New or changed rows. */
  changed: number
  count: number
  payouts: number
}

/** Loading the same file again changes nothing and raises no event. */
export async function loadTransactions(
  tx: Queryable,
  scope: Scope,
  { connectionId }: PaidAccount,
  rows: readonly AirbnbTransactionRecord[],
  now: Date,
): Promise<LoadCounts> {
  const write = await openWrite(tx, scope, now)
  await dropOtherLines(tx, scope, connectionId, rows)
  const stored = await storeTransactions(tx, scope, connectionId, rows, write.at)
  const fresh = new Set(stored.filter(({ isNew }) => isNew).map(({ id }) => id))
  const payouts = rows.filter(({ isPayout }) => isPayout)
  const codes = await codesPaidByBookings(tx, scope, connectionId, bookingPayoutPrefix)
  const news = groupPayouts(rows).filter(
    ({ payout, lines }) =>
      fresh.has(payout.transactionId) &&
      // The event was raised when the bookings said they were paid.
      !(lines.length > 0 && lines.every(({ confirmationCode: code }) => code !== null && codes.has(code))),
  )
  await appendPayoutEvents(write, connectionId, news)
  return { changed: stored.length, count: rows.length, payouts: payouts.length }
}

interface PayoutWithLines {
  payout: AirbnbTransactionRecord
  lines: AirbnbTransactionRecord[]
}

const groupPayouts = (rows: readonly AirbnbTransactionRecord[]): PayoutWithLines[] => {
  const byPayout = Map.groupBy(rows, ({ payoutId }) => payoutId)
  return rows
    .filter(({ isPayout }) => isPayout)
    .map((payout) => ({
      payout,
      lines: (byPayout.get(payout.payoutId) ?? []).filter(({ isPayout }) => !isPayout),
    }))
}

/** Payouts from before the account was connected raise no event. */
async function appendPayoutEvents(
  write: Write,
  connectionId: string,
  payouts: readonly PayoutWithLines[],
): Promise<void> {
  const { tx, scope } = write
  const account = await paidAccount(tx, scope, connectionId)
  const id = account?.account_id ?? null
  if (!account || id === null) return
  const since = account.connected_at.toISOString().slice(0, 10)
  const news = payouts.filter(({ payout: { payoutDate } }) => (payoutDate ?? '') >= since)
  if (news.length === 0) return
  const block = (await accountBlocks(tx, scope, [id])).get(id) ?? null
  const about = { id, name: account.name, block }
  await appendEvents(
    write,
    news.map(({ payout, lines }) => payoutEvent(payout, lines, about)),
  )
}

function payoutEvent(
  payout: AirbnbTransactionRecord,
  lines: readonly AirbnbTransactionRecord[],
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

/** Stores what bookings tell: payouts made, and payouts to come. */
export async function refreshFromBookings(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: PaidAccount,
  now: Date,
): Promise<{ count: number; payouts: number; removed: number }> {
  const write = await openWrite(tx, scope, now)
  const today = now.toISOString().slice(0, 10)
  const bookings = await expectedBookings(tx, scope, connectionId, { today, ofBookings: bookingPayoutPrefix })
  const rows = bookings.flatMap((row) => transactionsOfBooking(row, externalId))
  const standing = rows.map(({ transactionId }) => transactionId)
  const removed = await dropOtherOfBookings(tx, scope, connectionId, {
    standing,
    ofBookings: bookingPayoutPrefix,
  })
  const stored = await storeTransactions(tx, scope, connectionId, rows, write.at)
  const fresh = new Set(stored.filter(({ isNew }) => isNew).map(({ id }) => id))
  const payouts = groupPayouts(rows)
  await appendPayoutEvents(
    write,
    connectionId,
    payouts.filter(({ payout }) => fresh.has(payout.transactionId)),
  )
  return { count: rows.length, payouts: payouts.length, removed }
}
