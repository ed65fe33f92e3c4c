/**
 * A night of a listing is two records: its price, which tests set to a sum that nobody else writes, and its sale. A host
 * who closes nights holds them until they are opened again.
 */
import type { RecordVersion } from '../history.ts'
import type { CallMeaning, JsonFields, ParsedExchange } from './meaning.ts'

function pricesOf(listings: readonly unknown[], { dates, price }: JsonFields): RecordVersion[] {
  if (typeof price !== 'number' || !Array.isArray(dates)) return []
  return listings.flatMap((listing) =>
    dates.map((date) => ({ record: `price ${String(listing)} ${String(date)}`, value: String(price) })),
  )
}

function closingOf(listings: readonly unknown[], { dates, available }: JsonFields): CallMeaning {
  if (typeof available !== 'boolean' || !Array.isArray(dates)) return {}
  const nights = listings.flatMap((listing) => dates.map((date) => `${String(listing)} ${String(date)}`))
  const hold = { holder: 'host', nights }
  return available ? { releases: hold } : { holds: hold }
}

export function nightMeaning({
  method,
  path,
  query,
  body,
  status,
  answer,
}: ParsedExchange): CallMeaning | null {
  const [, id] = /^\/v1\/availability\/(\d+|batch)$/.exec(path) ?? []
  if (id === undefined || query.get('dry_run') === 'true') return null
  const listings = method === 'PUT' ? [id] : Array.isArray(body.propertyIds) ? body.propertyIds : []
  if (method === 'PUT' || method === 'PATCH')
    return { writes: pricesOf(listings, body), ...closingOf(listings, body) }
  if (method !== 'GET' || status !== 200 || !Array.isArray(answer.days)) return null
  const days = answer.days as { date: string; price: number | null; available: boolean }[]
  return {
    reads: days.flatMap(({ date, price, available }) => [
      { record: `price ${id} ${date}`, value: price === null ? null : String(price) },
      // A closed night may have been sold by a channel or closed by its host, so only an open one says who did not book.
      ...(available ? [{ record: `sale ${id} ${date}`, value: null }] : []),
    ]),
    openNights: days.flatMap(({ date, available }) => (available ? [`${id} ${date}`] : [])),
  }
}
