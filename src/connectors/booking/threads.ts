/**
 * Reads conversations of the property with its guests: a list with the latest message of each, and each with
 * all of them.
 */
import { fieldOf, listIn, orNull } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { hotelIdIn } from './calls.ts'

const placeOf = (context: VendorContext) =>
  `/messaging/properties/${encodeURIComponent(hotelIdIn(context))}/conversations`

export const threadPath = (context: VendorContext, id: string): string =>
  `${placeOf(context)}/${encodeURIComponent(id)}`

const pageOf = (cursor: string | null) => (cursor === null ? {} : { query: { page_id: cursor } })
const nextIn = (data: unknown): string | null => presentText(fieldOf(data, 'next_page_id'))

export async function threadPage(context: VendorContext, cursor: string | null) {
  const data = fieldOf(await context.http.get(placeOf(context), pageOf(cursor)), 'data')
  return { rows: listIn(data, 'conversations'), next: nextIn(data) }
}

/** Returns null if there is no such conversation. */
export async function oneThread(context: VendorContext, id: string, cursor: string | null = null) {
  const answer = await orNull(context.http.get(threadPath(context, id), pageOf(cursor)))
  if (answer === null) return null
  const data = fieldOf(answer, 'data')
  return { row: fieldOf(data, 'conversation'), next: nextIn(data) }
}
