import { readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { remember } from '../../connector-kit/remember.ts'
import { numberedList } from './envelope.ts'
import { PropertyOf } from './vendor.ts'

export const propertiesPath = '/v2/properties'
// Lists of reservations want the properties named, each with its whole id, in the address of the call.
const chunkSize = 50
const keptForMs = 600_000

export interface PropertyChunk {
  ids: string[]
  /** Where the next ones are; null: these were the last. */
  next: string | null
}

export async function propertyChunk({ http }: VendorContext, cursor: string | null): Promise<PropertyChunk> {
  const { rows, next } = await numberedList(http, { path: propertiesPath, cursor, pageSize: chunkSize })
  return { ids: readable(PropertyOf, rows).map(({ id }) => id), next }
}

/** All properties in chunks, for looking something up. */
export function propertyChunks(context: VendorContext): Promise<string[][]> {
  return remember(context, 'property chunks', keptForMs, async () => {
    const chunks = await everyRow(async (cursor) => {
      const { ids, next } = await propertyChunk(context, cursor)
      return { rows: ids.length > 0 ? [ids] : [], next }
    })
    return chunks as string[][]
  })
}
