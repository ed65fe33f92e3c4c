import type { VendorAnswer } from '../kit/definition.ts'
import { nested } from '../kit/nested.ts'

export const failure = (status: number, code: string, title: string, details?: object): VendorAnswer => ({
  status,
  body: { errors: { code, title, ...(details === undefined ? {} : { details }) } },
})

export const unauthorized = failure(401, 'unauthorized', 'Unauthorized')
// The vendor's own documentation spells it so.
export const notFound = failure(404, 'not_found', 'Resouce Not Found')
export const badRequest = (text: string) => failure(400, 'bad_request', 'Bad Request', [text])
export const invalid = (field: string, text: string) =>
  failure(422, 'validation_error', 'Validation Error', { [field]: [text] })
export const tooMany = failure(429, 'http_too_many_requests', 'Too Many Requests')

interface PageQuery {
  pagination?: { page?: string; limit?: string }
}

/** Returns a page of a list; ten rows are usual. */
export function listed(found: readonly object[], query: unknown): object {
  const { pagination = {} } = nested(query as Record<string, unknown>) as PageQuery
  const [page, limit] = [Number(pagination.page ?? 1), Number(pagination.limit ?? 10)]
  return {
    data: found.slice((page - 1) * limit, page * limit),
    meta: { page, limit, total: found.length },
  }
}

/** Every row names its type and has its fields apart from what it belongs to. */
export function resource(
  type: string,
  { id, ...attributes }: { id: string } & Record<string, unknown>,
  related: Readonly<Record<string, string | null>> = {},
): object {
  const relationships = Object.entries(related).flatMap(([name, to]) =>
    to === null ? [] : [[name, { data: { type: name, id: to } }] as const],
  )
  return {
    ...{ type, id, attributes: { id, ...attributes } },
    ...(relationships.length === 0 ? {} : { relationships: Object.fromEntries(relationships) }),
  }
}

/** Moments are in UTC, with microseconds and without a zone. */
export const momentOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23)}000`
