/** Refuses writes of records while accounts of the workspace are read after a restore; reads go on. */
import type { KeyFamily } from '../../contract/key-scopes.ts'
import type { Route } from '../../http/route.ts'
import { recoveryState } from '../../platform/recovery-state.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { assertWorkspaceReconciled } from '../../upstream/recovery-gate.ts'

/** Records that accounts have as well. Connecting an account again stays possible, because it may be what is missing. */
const recordFamilies: ReadonlySet<KeyFamily> = new Set([
  'listings',
  'calendar',
  'reservations',
  'guests',
  'conversations',
  'inquiries',
  'reviews',
  'migrations',
])

export const waitsForReconciliation = ({
  method,
  write,
  family,
}: Pick<Route<never>, 'method' | 'write' | 'family'>): boolean =>
  method !== 'GET' && write !== false && family !== undefined && recordFamilies.has(family)

export const createReconciledGate =
  ({ db }: Pick<Services, 'db'>) =>
  (route: Route<never>, scope: Scope): Promise<void> | undefined =>
    recoveryState().isReconciling && waitsForReconciliation(route)
      ? assertWorkspaceReconciled(db, scope)
      : undefined
