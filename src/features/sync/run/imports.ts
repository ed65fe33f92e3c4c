/** What an import reads, and what came of it. Pure. */
import type { VendorOperations } from '../../../connector-kit/connector.ts'
import type { FetchEntity } from '../../../records/batch.ts'
import { importOrder } from '../turn/cadence.ts'
import type { RunProgress } from './rules.ts'
import type { SyncRunRow } from './run-queries.ts'

/** The first reading of an account, and those that a migration asks for afterwards. */
export const isImport = ({ kind }: Pick<SyncRunRow, 'kind'>) => kind === 'first_import' || kind === 'import'

/** What can be asked for, with the lists that have to be read for it. */
const readFor: Record<string, readonly FetchEntity[]> = {
  listings: ['listings', 'units'],
  reservations: ['reservations'],
  messages: ['conversations', 'messages'],
  calendar: ['calendar'],
}

/** In the order in which they are read: what later ones refer to comes first. */
export function entitiesToImport(operations: VendorOperations, asked: readonly string[]): FetchEntity[] {
  const wanted = new Set(asked.flatMap((name) => readFor[name] ?? []))
  return importOrder.filter((entity) => wanted.has(entity) && operations[entity] !== undefined)
}

/** Of what is asked for that which the source has. */
export const readableImports = (operations: VendorOperations, asked: readonly string[]) =>
  asked.filter((name) => entitiesToImport(operations, [name]).length > 0)

export function importResults(entities: readonly string[], progress: RunProgress) {
  return entities.map((entityType) => {
    const { seen = 0, failed = 0 } = progress[entityType] ?? {}
    return { entityType, processed: Math.max(0, seen - failed), errors: failed }
  })
}
