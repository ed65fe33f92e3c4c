/** Whether the asker has it already. RFC 9110 13.1: a tag decides, the time only where there is none. */
import type { FastifyRequest } from 'fastify'

export function isKnown(
  { headers }: Pick<FastifyRequest, 'headers'>,
  etag: string,
  changedAt: Date,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && changedAt.getTime() <= since
}
