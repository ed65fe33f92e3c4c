/** Decides what an import reads, and its results. */
import type { VendorOperations } from '../../../connector-kit/connector.ts'
import type { FetchEntity } from '../../../records/batch.ts'
import { importOrder } from '../state/cadence.ts'
import type { RunProgress } from '../state/rules.ts'
import type { SyncRunRow } from '../state/run-queries.ts'

/** An account's first reading, and later ones for a migration. */
export const isImport = ({ kind }: Pick<SyncRunRow, 'kind'>) => kind === 'first_import' || kind === 'import'

/** The lists that each requested kind requires. */
const readFor: Record<string, readonly FetchEntity[]> = {
  listings: ['listings', 'units'],
  reservations: ['reservations'],
  messages: ['conversations', 'messages'],
  calendar: ['calendar'],
}

/** In reading order, referenced kinds first. */
export function entitiesToImport(operations: VendorOperations, asked: readonly string[]): FetchEntity[] {
  const wanted = new Set(asked.flatMap((name) => readFor[name] ?? []))
  return importOrder.filter((entity) => wanted.has(entity) && operations[entity] !== undefined)
}

/** The requested kinds that the source has. */
export const readableImports = (operations: VendorOperations, asked: readonly string[]) =>
  asked.filter((name) => entitiesToImport(operations, [name]).length > 0)

export function importResults(entities: readonly string[], progress: RunProgress) {
  return entities.map((entityType) => {
    const { seen = 0, failed = 0 } = progress[entityType] ?? {}
    return { entityType, processed: Math.max(0, seen - failed), errors: failed }
  })
}
