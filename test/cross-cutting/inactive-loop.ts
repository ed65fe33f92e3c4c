/** Tries the inactive-listing rule on every route that could break it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestAnswer } from '../harness/app.ts'
import type { RecordKind, Records } from '../harness/fixtures.ts'
import {
  assertEnvelope,
  bodyWith,
  idFilters,
  keyed,
  lists,
  recordParams,
  switches,
  type AnyRoute,
  type World,
} from './world.ts'

/** Kinds that belong to a listing, so the rule applies to them. */
const underListing: readonly RecordKind[] = [
  'listing',
  'reservation',
  'code',
  'thread',
  'threadMessage',
  'channelReview',
  'alteration',
  'guest',
  'conversation',
  'offer',
  'review',
  'delivery',
  'feed',
  'calendarAddress',
]

/** These are among the inactive records only because a path needs them. */
const underNone = [
  'webhook',
  'schema',
  'plan',
  'connection',
  'run',
  'migration',
  'apiKey',
  'member',
  'memberSession',
  'feedAccount',
]

/** The last record in the path is the requested one. */
const askedFor = (route: AnyRoute) => recordParams(route).at(-1)

export function inactiveLoop({ ask, own, child }: World): void {
  function assertInactive(answer: TestAnswer, records: Records, about: string): void {
    const [listingId = ''] = records.listing
    const error = assertEnvelope(answer, 403, 'listing_inactive', about)
    assert.deepEqual(error['listing_ids'], [listingId], about)
    assert.equal((error['listings'] as { id: string }[])[0]?.id, listingId, about)
  }

  describe('inactive listings', () => {
    for (const route of keyed.filter((route) => !route.sandboxOnly)) {
      const kind = askedFor(route)?.kind
      if (kind && underListing.includes(kind) && !switches.includes(route.id)) {
        it(`${route.id} is closed for what is under one`, async () => {
          const call = { body: bodyWith(route, own.inactive) }
          assertInactive(await ask(route, { records: own.inactive, call }), own.inactive, route.id)
        })
        it(`${route.id} is closed for what is under one of a child workspace`, async () => {
          const call = { headers: { 'x-workspace-id': child.id }, body: bodyWith(route, child.inactive) }
          assertInactive(await ask(route, { records: child.inactive, call }), child.inactive, route.id)
        })
      }
      for (const { filter, kind: filtered } of idFilters(route)) {
        it(`${route.id} is closed for \`${filter}\` of one`, async () => {
          assertInactive(
            await ask(route, { query: { [filter]: own.inactive[filtered][0] ?? '' } }),
            own.inactive,
            route.id,
          )
        })
      }
    }

    // Cities have no ids: test/markets/pages.test.ts.
    for (const route of lists.filter(({ tag }) => tag !== 'Markets')) {
      it(`${route.id} leaves what is under one out of its page and its total`, async () => {
        const answer = await ask(route, { query: { limit: '100' } })
        assert.equal(answer.status, 200, answer.text)
        const hidden = new Set(
          Object.entries(own.inactive).flatMap(([kind, ids]) => (underNone.includes(kind) ? [] : ids)),
        )
        const rows = [...(answer.body['data'] ?? [])].map((row) => String(row['id']))
        // Deliveries from before the listing was switched off stay in the log; sessions share their numbers with keys.
        if (!['listWebhookDeliveries', 'listMemberSessions'].includes(route.id)) {
          assert.deepEqual(
            rows.filter((id) => hidden.has(id)),
            [],
          )
        }
        // The logs and keys also contain what earlier loops did.
        if (!['listAuditLines', 'listKeys', 'listUsageLogs'].includes(route.id))
          assert.equal(Number(answer.body['pagination']?.['total']), rows.length)
        assert.ok(rows.length > 3, `only ${rows.length} rows`)
      })
    }
  })
}
