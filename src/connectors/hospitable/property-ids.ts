import { readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { remember } from '../../connector-kit/remember.ts'
import { numberedList } from './envelope.ts'
import { PropertyOf } from './vendor.ts'

export const propertiesPath = '/v2/properties'
// Lists of reservations name the properties with whole ids in the URL, so few fit into a call.
const chunkSize = 50
const keptForMs = 600_000

export interface PropertyChunk {
  ids: string[]
  /** The next page of properties; null after the last. */
  next: string | null
}

export async function propertyChunk({ http }: VendorContext, cursor: string | null): Promise<PropertyChunk> {
  const { rows, next } = await numberedList(http, { path: propertiesPath, cursor, pageSize: chunkSize })
  return { ids: readable(PropertyOf, rows).map(({ id }) => id), next }
}

/** Returns all properties in chunks, for a search. */
export function propertyChunks(context: VendorContext): Promise<string[][]> {
  return remember(context, 'property chunks', keptForMs, async () => {
    const chunks = await everyRow(async (cursor) => {
      const { ids, next } = await propertyChunk(context, cursor)
      return { rows: ids.length > 0 ? [ids] : [], next }
    })
    return chunks as string[][]
  })
}
