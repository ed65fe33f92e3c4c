/** Serves closed nights at an address with a secret in its path instead of a key. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAddressOf } from '../../../http/client-address.ts'
import { isKnown } from '../../../http/conditional.ts'
import { createOwnWindows } from '../../../http/limits/own-windows.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { hashApiKey } from '../../../platform/crypto.ts'
import { storedNights, unitsLeft } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import type { Services } from '../../../services.ts'
import { assertNightsReconciled } from '../../../upstream/recovery-gate.ts'
import { exportOfToken, noteServed, type ReadableExport, type ClosedSpan } from './export-queries.ts'
import { closedSpans, exportWindow, renderCalendar } from './render-calendar.ts'

/** Requests per minute of one address, and of unknown addresses by one caller. */
const readsPerMinute = 30
const missesPerMinute = 30

type CalendarServerDeps = Pick<Services, 'db' | 'clock' | 'config'>

/** Nights with no unit left, without what came from the reader itself. */
async function closedFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  address: ReadableExport,
): Promise<ClosedSpan[]> {
  const now = clock.now()
  const window = exportWindow(todayAt(address.time_zone, now))
  const scope = { workspaceId: address.workspace_id }
  const stretch = { listingId: address.listing_id, ...window }
  const nights = await storedNights(db, scope, [stretch], now, { exceptFeeds: address.except_feeds })
  return closedSpans(nights.map((night) => ({ date: night.date, isClosed: unitsLeft(night) === 0 })))
}

const noCalendarError = () =>
  new ApiError(
    'not_found',
    'There is no calendar at this address.',
    {},
    { fix: 'Make an address with `POST /v1/listings/{id}/ical-exports`, or rotate one.' },
  )

export async function registerCalendarRoutes(
  app: FastifyInstance,
  services: CalendarServerDeps,
): Promise<void> {
  const { db, clock, config } = services
  const windows = createOwnWindows(clock)
  const addressOf = createAddressOf(config.trustedProxies)

  const answer = async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
    const [, token] = /^([A-Za-z0-9]{40})\.ics$/.exec(request.params.file) ?? []
    const hash = token === undefined ? undefined : hashApiKey(token)
    const found = hash && (await exportOfToken(db, hash))
    if (!hash || !found) {
      const what = 'Too many requests from this address'
      windows.spend(reply, { key: `miss:${addressOf(request.raw)}`, limit: missesPerMinute, what })
      throw noCalendarError()
    }
    windows.spend(reply, {
      key: `read:${found.id}`,
      limit: readsPerMinute,
      what: `This calendar was read ${readsPerMinute} times within a minute`,
    })
    const scope = { workspaceId: found.workspace_id }
    await assertNightsReconciled(db, scope, found.listing_id)
    const closed = await closedFor(services, found)
    const file = renderCalendar({
      exportId: found.id,
      createdAt: found.created_at,
      serviceName: config.serviceName,
      closed,
    })
    const etag = `"${createHash('sha256').update(file).digest('base64url')}"`
    const isRead = request.method === 'GET'
    const changedAt = await noteServed(db, scope, found.id, { etag, closed, now: clock.now(), isRead })
    void reply.headers({
      etag,
      'last-modified': changedAt.toUTCString(),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    if (isKnown(request, etag, changedAt)) return reply.code(304).send()
    return reply.headers({ 'content-type': 'text/calendar; charset=utf-8' }).send(file)
  }

  app.get('/ical/:file', { exposeHeadRoute: true }, answer)
}
