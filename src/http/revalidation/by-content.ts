/**
 * Some answers depend on more than records. They are tagged by a hash of their content: made each time, but
 * sent only when changed.
 */
import type { FastifyRequest } from 'fastify'
import type { StoredAnswer } from '../../platform/idempotency.ts'
import type { Route } from '../route.ts'
import { names, validatorsOf } from './validators.ts'

/** True for answers with an `ETag`: every GET of a record or list that may be cached. */
export const isTagged = <S>({ method, form, status = 200, noStore }: Route<S>): boolean =>
  method === 'GET' && form !== 'lines' && status === 200 && !noStore

export function taggedByContent<S>(
  route: Route<S>,
  { headers: asked, notice }: Pick<FastifyRequest, 'headers' | 'notice'>,
  answer: StoredAnswer,
): StoredAnswer {
  if (route.noStore) return { ...answer, headers: { 'cache-control': 'no-store', ...answer.headers } }
  if (!isTagged(route) || answer.status !== 200 || answer.headers['etag'] !== undefined) return answer
  const validators = validatorsOf(notice ? `${JSON.stringify(notice)}\n${answer.text}` : answer.text)
  const headers = { ...validators, ...answer.headers }
  return names(asked['if-none-match'], validators.etag)
    ? { status: 304, headers, text: '' }
    : { ...answer, headers }
}
