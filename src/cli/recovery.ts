/** Shows and steers what happens after a restore from a backup. */
import { openKeptNights } from '../features/calendar/public.ts'
import { declareRecovery, momentOf, openAccountAnyway, recoveryReport } from '../features/recovery/public.ts'
import { dropHeldDeliveries, releaseHeldDeliveries } from '../features/webhooks/public.ts'
import { targetOf, writeAuditLine, writeEverywhere } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import type { Database } from '../platform/db.ts'
import { migrate } from '../platform/migrate.ts'
import { notifyDeliveries } from '../platform/outbox.ts'
import { ownCommand } from '../platform/own-command.ts'
import type { Queryable } from '../platform/tenant.ts'
import { commandLog } from './command-log.ts'
import { action, jsonOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { print, printJson } from './print.ts'
import { showReport } from './show-recovery-report.ts'

const inDatabase = <T>(work: (database: Database) => Promise<T>): Promise<T> =>
  withDatabase(loadConfig(), commandLog(), work)

const now = () => new Date()

export const recoveryShow = action({
  examples: ['recovery', 'recovery --json'],
  options: jsonOption,
  async run({ json }) {
    const report = await inDatabase(({ kysely }) => recoveryReport(kysely))
    if (json) printJson(report)
    else showReport(report)
  },
})

export const recoveryDeclare = action({
  examples: ['recovery declare --taken-at 2026-11-27T03:00:00Z'],
  options: {
    'taken-at': { type: 'string', value: '<time>', summary: 'When the backup was taken' },
  },
  more: 'For a database that something else than `restore` put back. Stop every server first. A server also declares it by itself when it finds restored.json.',
  async run({ 'taken-at': text }) {
    if (text === undefined) throw new UsageError('Say with --taken-at when the backup was taken.')
    const takenAt = momentOf(text)
    const at = now()
    if (takenAt === undefined)
      throw new UsageError(`--taken-at is a time such as 2026-11-27T03:00:00Z, not "${text}".`)
    if (takenAt > at) throw new UsageError(`--taken-at is ${text}, which is still to come.`)
    const declared = await inDatabase(async ({ kysely, sessions }) => {
      await migrate(sessions, { log: commandLog() })
      return declareRecovery(kysely, { backup: null, takenAt, restoredAt: at, at }, 'cli')
    })
    print(
      `Epoch ${declared.epoch} begins. ${declared.accounts} accounts are read before anything is written to them; ${declared.heldDeliveries} deliveries wait.`,
    )
    print(`See what was found: ${ownCommand} recovery`)
  },
})

export const recoveryReleaseDeliveries = action({
  examples: ['recovery release-deliveries'],
  more: 'Receivers that drop repetitions by `webhook-id` get none twice.',
  async run() {
    const sent = await inDatabase(({ kysely }) =>
      kysely.transaction().execute(async (tx) => {
        const count = await releaseHeldDeliveries(tx, now())
        await notifyDeliveries(tx)
        await noteSteered(tx, 'release_deliveries', count)
        return count
      }),
    )
    print(`${sent} deliveries are sent now.`)
  },
})

export const recoveryDropDeliveries = action({
  examples: ['recovery drop-deliveries'],
  async run() {
    const dropped = await inDatabase(({ kysely }) =>
      kysely.transaction().execute(async (tx) => {
        const count = await dropHeldDeliveries(tx)
        await noteSteered(tx, 'drop_deliveries', count)
        return count
      }),
    )
    print(`${dropped} deliveries are not sent.`)
  },
})

const noteSteered = (tx: Queryable, name: string, deliveries: number) =>
  writeEverywhere(
    tx,
    { action: `cli.recovery.${name}`, actor: { kind: 'cli' }, details: { deliveries } },
    now(),
  )

export const recoveryOpenNight = action({
  examples: ['recovery open-night 1 42 2026-12-24', 'recovery open-night 1 42 all'],
  more: 'Names the workspace, the listing, and the nights that were kept closed. Do it when you know that no booking of them was lost.',
  async run(_, [workspaceId, listingId, ...dates]) {
    if (!isId(workspaceId) || !isId(listingId) || dates.length === 0)
      throw new UsageError('recovery open-night takes a workspace, a listing, and dates or "all".')
    const all = dates.length === 1 && dates[0] === 'all'
    const wrong = all ? undefined : dates.find((date) => !/^\d{4}-\d{2}-\d{2}$/.test(date))
    if (wrong !== undefined) throw new UsageError(`A night is a date such as 2026-12-24, not "${wrong}".`)
    const opened = await inDatabase(({ kysely }) =>
      kysely.transaction().execute(async (tx) => {
        const scope = { workspaceId }
        const nights = await openKeptNights(tx, scope, { listingId, dates: all ? null : dates, at: now() })
        const line = {
          action: 'cli.recovery.open_night',
          actor: { kind: 'cli' },
          details: { nights },
        } as const
        if (nights.length > 0)
          await writeAuditLine(tx, scope, { ...line, targets: [targetOf('listing', listingId)] })
        return nights
      }),
    )
    if (opened.length === 0)
      throw new Error(
        `Listing ${listingId} of workspace ${workspaceId} has no such night that was kept closed. See: ${ownCommand} recovery`,
      )
    print(`Open again: ${opened.join(', ')}`)
  },
})

export const recoveryOpenAccount = action({
  examples: ['recovery open-account 1 7'],
  more: 'Names the workspace and the connection. Do it when you have looked at the account: what was lost of it is written over.',
  async run(_, [workspaceId, connectionId, ...more]) {
    if (!isId(workspaceId) || !isId(connectionId) || more.length > 0)
      throw new UsageError('recovery open-account takes a workspace and a connection.')
    const isOpened = await inDatabase(({ kysely }) =>
      kysely.transaction().execute(async (tx) => {
        const scope = { workspaceId }
        const opened = await openAccountAnyway(tx, scope, connectionId, now())
        const line = { action: 'cli.recovery.open_account', actor: { kind: 'cli' } } as const
        if (opened)
          await writeAuditLine(tx, scope, { ...line, targets: [targetOf('connection', connectionId)] })
        return opened
      }),
    )
    if (!isOpened)
      throw new Error(
        `Workspace ${workspaceId} has no connection ${connectionId} that is still to be reconciled. See: ${ownCommand} recovery`,
      )
    print(`Connection ${connectionId} is written again.`)
  },
})

const isId = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,17}$/.test(text)
