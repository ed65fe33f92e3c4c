/** A guest's record is the last name, which tests set to a word that nobody else writes. */
import { orderOf, rowsOf, type CallMeaning, type JsonFields, type ParsedExchange } from './meaning.ts'

const lastWord = (name: unknown) => (typeof name === 'string' ? (name.split(' ').at(-1) ?? null) : null)

const readOf = ({ id, displayNameLong }: JsonFields) => ({
  record: `guest ${String(id)}`,
  value: lastWord(displayNameLong),
})

export function guestMeaning(exchange: ParsedExchange): CallMeaning | null {
  const { method, path, query, body, status, answer } = exchange
  const [, id, part] = /^\/v1\/guests(?:\/(\d+))?(\/history)?$/.exec(path) ?? []
  if (!path.startsWith('/v1/guests') || query.has('dry_run')) return null
  const written = typeof body.lastName === 'string' ? body.lastName : null
  const madeId = id ?? (status === 201 ? answer.id : undefined)
  if (['POST', 'PATCH'].includes(method) && written !== null && madeId !== undefined)
    return { writes: [{ record: `guest ${String(madeId)}`, value: written }] }
  if (method !== 'GET' || status !== 200) return null
  if (part !== undefined) {
    const values = orderOf(exchange, 'lastName')
    return values === null ? null : { orders: [{ record: `guest ${id}`, values }] }
  }
  if (id !== undefined) return { reads: [readOf(answer)] }
  return path === '/v1/guests' ? { reads: rowsOf(answer).map(readOf) } : null
}
