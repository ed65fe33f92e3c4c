import { Readable } from 'node:stream'
import { Type } from 'typebox'
import {
  AirbnbTransaction,
  AirbnbTransactionsBody,
  AirbnbTransactionsRead,
  transactionStates,
} from '../../../../contract/channel-airbnb-transactions.ts'
import { readPageOf } from '../../../../contract/channel-airbnb.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import { listPage, listQuery } from '../../../../http/list.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import { assertListingActive } from '../../../../records/listings/active.ts'
import { noConnection } from '../../../../upstream/errors.ts'
import { IdFilter } from '../../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../../route.ts'
import { AccountIdFilter, selectAccounts, listHosts, provider } from '../accounts.ts'
import { TransactionFileError } from './parse-row.ts'
import {
  loadTransactions,
  readTransactionFile,
  refreshFromBookings,
  type PaidAccount,
} from './load-transactions.ts'
import { toAirbnbTransaction } from './map.ts'
import { bookingForFilter, newestPayoutFirst, transactions, transactionTotal } from './queries.ts'
import type { AirbnbTransactionRecord } from './transaction-record.ts'

const tag = 'Airbnb'
const url = '/v1/channels/airbnb/transactions'

const date = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-05-01'] }))
const word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$', description }))

const paging = { defaultLimit: 100, maxLimit: 500 }
const ListTransactions = listQuery(
  {
    account_id: AccountIdFilter,
    start_date: date('Of this day or later: the day of the payout, or of what is to come.'),
    end_date: date('Of this day or earlier.'),
    status: Type.Optional(oneOfStrings(transactionStates, { description: 'Paid, or to come.' })),
    type: word('Of this kind, as `type` shows it.'),
    payout_id: word('The payout with this id, and its lines.'),
    confirmation_code: word("Of the booking with this code of Airbnb's."),
    reservation_id: IdFilter('Of this reservation.'),
  },
  paging,
)

/** Throws `no_connection`, `not_found` or `invalid_body`. */
async function findAccounts(
  { services, scope }: RouteWriteContext,
  body: AirbnbTransactionsBody,
): Promise<PaidAccount[]> {
  const hosts = await listHosts(services, scope)
  if (hosts.length === 0) throw noConnection(provider)
  const selection = await selectAccounts(services, scope, body.account_id)
  const accounts = hosts
    .filter(({ id }) => selection.connectionIds.includes(id))
    .map((host) => ({ connectionId: host.id, externalId: host.external_account_id }))
  if (body.csv !== undefined && accounts.length > 1)
    throw new ApiError('invalid_body', '`account_id` is required: several hosts are connected.', {
      field: 'account_id',
      valid_values: accounts.map(({ externalId }) => externalId),
    })
  return accounts
}

async function readUpload(
  body: AirbnbTransactionsBody,
  account: PaidAccount | undefined,
): Promise<AirbnbTransactionRecord[] | null> {
  const { csv, date_format: format } = body
  if (csv === undefined) {
    if (format === undefined) return null
    throw new ApiError('invalid_body', '`date_format` goes with `csv`.', { field: 'date_format' })
  }
  if (format === undefined)
    throw new ApiError('invalid_body', '`date_format` is required with `csv`: 03/04 alone can be two days.', {
      field: 'date_format',
    })
  if (account === undefined) return null
  try {
    return await readTransactionFile(Readable.from([csv]), format, account)
  } catch (error) {
    if (!(error instanceof TransactionFileError)) throw error
    throw new ApiError('invalid_body', `\`csv\`: ${error.message}`, { field: 'csv' }, { cause: error })
  }
}

export const airbnbTransactionRoutes = [
  route({
    method: 'GET',
    url,
    id: 'listAirbnbTransactions',
    family: 'payouts',
    // A payout covers several listings.
    ofListings: 'refused',
    tag,
    summary: 'List Airbnb transactions',
    description:
      'Payouts, each followed by the transactions it is made of, which are the payout together; the newest payout first. `host` and `guest` say what its booking pays, part by part. Airbnb has no call for them: they come from the file that a host downloads, and until then from bookings, which tell what was paid for each and what is to come. A payout that is known from a booking has an id of ours, pays that booking alone, and makes way for what the file says.',
    query: ListTransactions,
    reply: readPageOf(AirbnbTransaction),
    errors: ['listing_inactive', 'not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { connectionIds, dataFreshness } = await selectAccounts(services, scope, query.account_id)
      const { reservation_id: reservationId, ...conditions } = query
      const booking =
        reservationId === undefined ? undefined : await bookingForFilter(services.db, scope, reservationId)
      if (booking) await assertListingActive(services.db, scope, booking.listingId)
      const filters = {
        ...{ ...conditions, connectionIds, isOfAllHosts: query.account_id === undefined },
        ...(reservationId === undefined ? {} : { ofBooking: booking?.ref ?? null }),
      }
      const page = await listPage(context, {
        defaultLimit: paging.defaultLimit,
        ordering: newestPayoutFirst,
        rows: (pageRequest) => transactions(services.db, scope, filters, pageRequest),
        total: () => transactionTotal(services.db, scope, filters),
        item: toAirbnbTransaction,
      })
      return { ...page, dataFreshness }
    },
  }),

  route({
    method: 'POST',
    url,
    id: 'refreshAirbnbTransactions',
    family: 'payouts',
    // A payout covers several listings.
    ofListings: 'refused',
    tag,
    summary: 'Read Airbnb transactions anew, or from a file',
    description:
      'Reads what was paid and what is to come from the bookings that are known. With `csv` the transaction history that a host downloads is taken in, all of it or nothing: the same file again changes nothing.',
    body: AirbnbTransactionsBody,
    bodyOptional: true,
    reply: AirbnbTransactionsRead,
    errors: ['no_connection', 'not_found'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const body = context.body ?? {}
      const accounts = await findAccounts(context, body)
      const file = await readUpload(body, accounts[0])
      return writeOnce(context, (tx) => loadAll(tx, context, accounts, file))
    },
  }),
]

async function loadAll(
  tx: Queryable,
  { services, scope }: RouteWriteContext,
  accounts: readonly PaidAccount[],
  file: AirbnbTransactionRecord[] | null,
): Promise<AirbnbTransactionsRead> {
  const now = services.clock.now()
  const read: AirbnbTransactionsRead['accounts'] = []
  for (const account of accounts) {
    const loaded = file === null ? null : await loadTransactions(tx, scope, account, file, now)
    const { count, payouts, removed } = await refreshFromBookings(tx, scope, account, now)
    read.push({
      accountId: account.externalId,
      count: count + (loaded?.count ?? 0),
      payouts: payouts + (loaded?.payouts ?? 0),
      upcomingRemoved: removed,
    })
  }
  return { synced: true, count: read.reduce((sum, { count }) => sum + count, 0), accounts: read }
}
