/** `transactions load` imports a transaction history of any length, as an Airbnb host downloads it. */
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { transactionDates } from '../contract/channel-airbnb-transactions.ts'
import { TransactionFileError } from '../features/channels/airbnb/transactions/parse-row.ts'
import {
  loadTransactions,
  readTransactionFile,
  refreshFromBookings,
} from '../features/channels/airbnb/transactions/load-transactions.ts'
import { connectionsOf } from '../features/accounts/public.ts'
import { targetOf, writeAuditLine } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import { commandLog } from './command-log.ts'
import { action, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { print } from './print.ts'

/** Returns the named account, or the only one. */
async function accountOf(db: Queryable, scope: Scope, named: string | undefined) {
  const hosts = await connectionsOf(db, scope, 'airbnb')
  const ids = hosts.map((host) => host.external_account_id)
  const meant =
    named === undefined && hosts.length === 1
      ? hosts
      : hosts.filter((host) => host.external_account_id === named)
  const [host] = meant
  if (host) return { connectionId: host.id, externalId: host.external_account_id }
  const known =
    ids.length === 0 ? 'No Airbnb account is connected there.' : `Name one with --account: ${ids.join(', ')}.`
  throw new UsageError(named === undefined ? known : `There is no Airbnb account ${named}. ${known}`)
}

export const transactionsLoad = action({
  examples: ['transactions load transactions.csv --dates MM/DD/YYYY'],
  options: {
    dates: {
      type: 'string',
      value: '<form>',
      summary: `How dates stand in the file: ${transactionDates.join(', ')}`,
    },
    workspace: { type: 'string', value: '<id>', summary: 'Workspace of the account', default: '1' },
    account: {
      type: 'string',
      value: '<id>',
      summary: "Airbnb's id of the host, where several are connected",
    },
  },
  more: 'All of the file is taken in, or nothing of it. The same file again changes nothing.',
  async run({ dates, workspace, account: named }, [file, ...more]) {
    if (file === undefined || more.length > 0) throw new UsageError('transactions load takes one file.')
    const format = transactionDates.find((known) => known === dates)
    if (format === undefined) throw new UsageError(`--dates is one of ${transactionDates.join(', ')}.`)
    if (!/^[1-9]\d{0,17}$/.test(workspace)) throw new UsageError('--workspace is the id of a workspace.')
    await access(file).catch(() => {
      throw new UsageError(`There is no file ${file}.`)
    })
    await withDatabase(loadConfig(), commandLog(), async ({ kysely: db }) => {
      const scope = { workspaceId: workspace }
      const account = await accountOf(db, scope, named)
      const rows = await readTransactionFile(createReadStream(file, 'utf8'), format, account).catch(
        (error: unknown) => {
          throw error instanceof TransactionFileError ? new Error(`${file}: ${error.message}`) : error
        },
      )
      const now = new Date()
      const loaded = await db.transaction().execute(async (tx) => {
        const done = await loadTransactions(tx, scope, account, rows, now)
        await refreshFromBookings(tx, scope, account, now)
        const { count, payouts, changed } = done
        await writeAuditLine(
          tx,
          scope,
          {
            action: 'cli.transactions.load',
            actor: { kind: 'cli' },
            targets: [targetOf('connection', account.connectionId)],
            details: { transactions: count, payouts, changed },
          },
          now,
        )
        return done
      })
      print(
        `${loaded.count} transactions in ${loaded.payouts} payouts read, ${loaded.changed} of them new or changed.`,
      )
    })
  },
})
