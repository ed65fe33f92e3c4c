/** What this window found out about a migration; it stays while other screens are open, and nobody stores it. */
import type { components } from '../api/schema.ts'
import { signal } from '../ui/signal.ts'
import type { FillState } from './fill-job.ts'
import type { CheckedStay } from './stay-list.ts'

interface KeptByMigration<T> {
  use: (id: string) => T | undefined
  get: (id: string) => T | undefined
  set: (id: string, value: T) => void
}

function keptByMigration<T>(): KeptByMigration<T> {
  const values = signal<ReadonlyMap<string, T>>(new Map())
  return {
    use: (id) => values.use().get(id),
    get: (id) => values.get().get(id),
    set: (id, value) => values.set(new Map(values.get()).set(id, value)),
  }
}

export interface UploadedList {
  fileName: string
  stays: CheckedStay[]
}

export type CheckResult = components['schemas']['CutoverCheck']['data']
export type RehearsalResult = components['schemas']['Rehearsal']['data']

/** The link for the property manager; the server shows it once. */
export const connectLinks = keptByMigration<string>()
export const uploadedLists = keptByMigration<UploadedList>()
export const checkResults = keptByMigration<CheckResult>()
export const rehearsalResults = keptByMigration<RehearsalResult>()
/** Files that are being sent into a workspace. */
export const fillStates = keptByMigration<FillState>()
