/** Prints what a restore found, for people. */
import type { RecoveryReport } from '../contract/operator-recovery.ts'
import { minute, print } from './print.ts'
import { table } from './table.ts'

type Recovery = NonNullable<RecoveryReport['recovery']>

export function showReport({ epoch, recovery }: RecoveryReport): void {
  if (recovery === null) return print('This database was never restored from a backup.')
  const { accounts, heldDeliveries, keptNights } = recovery
  const open = accounts.filter(({ state }) => state !== 'open').length
  const backup = recovery.backup === null ? 'backup' : `backup ${recovery.backup}`
  print(`Epoch ${epoch}: ${backup} of ${recovery.takenAt}, restored ${recovery.restoredAt}`)
  print(
    open === 0
      ? 'Every account was reconciled.'
      : `${open} of ${accounts.length} accounts are still to be reconciled; nothing is written to them.`,
  )
  const { pushesDropped: pushes, mailsDropped: mails } = recovery
  print(`${pushes} nights on their way to a PMS and ${mails} mails were dropped.\n`)
  print(accountTable(accounts))
  if (heldDeliveries.length > 0) print(`\n${heldTable(heldDeliveries)}`)
  if (keptNights.length > 0) print(`\n${keptTable(keptNights)}`)
}

const accountTable = (accounts: Recovery['accounts']): string =>
  table(
    [
      'WORKSPACE',
      'CONNECTION',
      'PROVIDER',
      'STATE',
      'SINCE',
      'COMPARED',
      'NEW',
      'CHANGED',
      'GONE',
      'NIGHTS KEPT',
      'ERROR',
    ],
    accounts.map(({ stays, ...one }) => [
      ...[one.workspaceId, one.connectionId, one.provider, one.state, minute(new Date(one.since))],
      ...[stays.compared, stays.new, stays.changed, stays.gone, one.nightsKept].map(String),
      one.error ?? '-',
    ]),
  )

const heldTable = (held: Recovery['heldDeliveries']): string =>
  table(
    ['WORKSPACE', 'WEBHOOK', 'DELIVERIES HELD'],
    held.map((one) => [one.workspaceId, one.webhookId, String(one.held)]),
  )

const keptTable = (kept: Recovery['keptNights']): string =>
  table(
    ['WORKSPACE', 'LISTING', 'NIGHT KEPT CLOSED', 'CONNECTION', 'SHOWN', 'LEFT HERE'],
    kept.map((one) => [
      ...[one.workspaceId, one.listingId, one.date, one.connectionId],
      ...[one.shownUnits, one.unitsLeft].map(String),
    ]),
  )
