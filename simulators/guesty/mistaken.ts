import type { FastifyRequest } from 'fastify'
import type { VendorAnswer } from '../kit/definition.ts'
import type { Mistake } from '../kit/strict.ts'
import { failure, nested, refusal } from './answers.ts'

/** What is wrong with a request, in the words of the service behind its path. */
export function mistaken({ at, kind, text }: Mistake, { method, url }: FastifyRequest): VendorAnswer {
  const path = url.replace(/^\/v1/, '')
  if (path.startsWith('/availability-pricing')) {
    return refusal(422, kind === 'missing' ? `child "${at}" fails because ["${at}" is required]` : text)
  }
  if (/^\/(address|properties-api)\//.test(path)) return failure(400, text)
  const words = { missing: `${at} should not be empty`, unknown: `property ${at} should not exist` }
  const message = kind === 'missing' || kind === 'unknown' ? words[kind] : text
  if (/^\/reservations-v3\/[^/]+\/decline/.test(path))
    return nested(422, message, 'VALIDATION_ERROR', message)
  const isChange = method === 'PUT' && path.startsWith('/reservations-v3/')
  return refusal(isChange ? 422 : 400, message)
}
