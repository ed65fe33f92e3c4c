/** Every GET has a tag that distinguishes answers, and sends no body to a caller who has it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTagged } from '../../src/http/revalidation/by-content.ts'
import { keyed, liveReads, ofSessions, routes, type AnyRoute, type World } from './world.ts'

/** These answers differ a second later, for the given reason. */
const differsEachTime: Record<string, string> = {
  getListingExposure: 'says as of when it was worked out',
  getMigrationReport: 'says when it was worked out',
  getMigrationChannelMap: 'says when the old systems were read for it',
}

/** These are refused here and so have no tag, for the given reason. */
const refusedHere: Record<string, string> = {
  listConnectListingOptions: 'the session of these loops has no rooms',
}

/** These answers must not be stored, for the given reason. */
const keptByNobody: Record<string, string> = {
  getHealth: 'how the server is at this moment',
  getReadiness: 'how the server is at this moment',
  getAuthHealth: 'how the server is at this moment',
  getWebhookHealth: 'how the server is at this moment',
  getMcpHealth: 'how the server is at this moment',
  getChannelHealth: 'how the server is at this moment',
  getConnectSession: 'the id in its path opens it, and no cache is to have both',
  listClaimedRooms: 'the id in its query opens it, and no cache is to have both',
  exportGuest: 'everything about a person',
  exportMigration: 'lines that are made while they are sent',
}

const reads = routes.filter(({ method }) => method === 'GET')
const isThere = ({ id }: AnyRoute) =>
  !liveReads.includes(id) && !ofSessions.includes(id) && !(id in refusedHere)

export function tagsLoop({ t, ask, own }: World): void {
  describe('tags', () => {
    it('are on every GET but these', () => {
      const without = reads.filter((route) => !isTagged(route)).map(({ id }) => id)
      assert.deepEqual(without.toSorted(), Object.keys(keptByNobody).toSorted())
    })

    for (const route of reads.filter((one) => isTagged(one) && isThere(one))) {
      it(`${route.id} has a strong one, and is not sent again to who has it`, async () => {
        const records = route.sandboxOnly ? own.sandboxRecords.active : own.active
        const key = keyed.includes(route) ? (route.sandboxOnly ? t.sandboxKey : t.liveKey) : null
        const first = await ask(route, { records, call: { key } })
        assert.equal(first.status, 200, first.text)
        const { etag = '' } = first.headers
        assert.match(etag, /^"[\w-]{27}"$/)
        assert.match(first.headers['cache-control'] ?? '', /no-cache|max-age/)
        t.clock.jump(1_000)
        const again = await t.call('GET', first.url, {
          key,
          headers: { 'if-none-match': `"other", W/${etag}` },
        })
        if (route.id in differsEachTime) return assert.equal(again.status, 200)
        assert.equal(again.status, 304, `${first.text}\n${again.text}`)
        assert.deepEqual([again.text, again.headers['etag']], ['', etag])
        assert.equal(again.headers['content-type'], undefined)
        assert.equal(again.headers['cache-control'], first.headers['cache-control'])
        const head = await t.raw({
          method: 'HEAD',
          url: first.url,
          headers: key === null ? {} : { authorization: `Bearer ${key}` },
        })
        assert.deepEqual([head.statusCode, head.body, head.headers['etag']], [200, '', etag])
      })
    }

    for (const route of reads.filter(({ noStore }) => noStore)) {
      it(`${route.id} is kept by nobody`, async () => {
        const answer = await ask(route, { call: { key: null } })
        assert.equal(answer.headers['etag'], undefined)
        if (answer.status === 200) assert.equal(answer.headers['cache-control'], 'no-store')
      })
    }
  })
}
