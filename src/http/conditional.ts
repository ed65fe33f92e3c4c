/** True when the client has this version. RFC 9110 13.1: the tag decides, the time only without one. */
import type { FastifyRequest } from 'fastify'

export function isKnown(
  { headers }: Pick<FastifyRequest, 'headers'>,
  etag: string,
  changedAt: Date,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', strong(etag)].includes(strong(tag.trim())))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && changedAt.getTime() <= since
}

/** Tags are compared weakly here (RFC 9110 13.1.2). */
const strong = (tag: string) => tag.replace(/^W\//, '')
