/** The four limits at once, by requests: which is told, in which words, and what the headers say of all of them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { routes } from '../../src/features/routes.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { assertLimitHeaders } from '../harness/limit-headers.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Stands in for an AI operation: none is built. */
const standIn = routes.find(({ id }) => id === 'listGuests') as { ai?: boolean }

describe('four limits at once', () => {
  let t: TestApp
  let of: TestWorkspace
  before(async () => {
    standIn.ai = true
    t = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
    of = await t.addWorkspace({ plan: 'starter' })
    await limit({ burstRequests: 3, dailyRequests: 6, monthlyRequests: 10, dailyAiRequests: 2 })
  })
  after(async () => {
    delete standIn.ai
    await t?.close()
  })

  async function limit(limits: Record<string, number>) {
    for (const [name, value] of Object.entries(limits))
      await sql`
        insert into limit_overrides values (${of.id}, ${name}, ${value}, now())
        on conflict (workspace_id, name) do update set value = excluded.value`.execute(t.db)
    // A key is remembered with its limits for seconds.
    t.clock.advance(minute)
  }
  async function ask(url: string): Promise<TestAnswer> {
    const answer = await t.get(url, { key: of.liveKey })
    assertLimitHeaders(answer, url)
    return answer
  }
  async function letIn(...urls: string[]) {
    for (const url of urls) assert.equal((await ask(url)).status, 200, url)
  }
  /** What a refusal adds to what every error has. */
  async function refusal(url = '/v1/listings') {
    const { status, body, headers } = await ask(url)
    assert.equal(status, 429)
    const { code, message, docs_url, fix, request_id, ...rest } = body['error'] as unknown as Record<
      string,
      unknown
    >
    for (const text of [message, docs_url, fix, request_id]) assert.equal(typeof text, 'string')
    assert.equal(headers['retry-after'], String(rest['retry_after']))
    return [code, rest, headers['ratelimit']]
  }
  const at = '2026-06-15T12:01:00.000Z'

  it('the burst is told first, with what it adds', async () => {
    t.clock.set(at)
    await letIn('/v1/guests', '/v1/listings', '/v1/guests')
    // The day's AI operations are spent as well.
    assert.deepEqual(await refusal('/v1/guests'), [
      'rate_limit_exceeded',
      { scope: 'per_api_key', limit: 3, window_seconds: 60, retry_after: 60 },
      '"burst";r=0;t=60, "daily";r=3;t=43140, "monthly";r=7;t=1339140, "daily_ai";r=0;t=43140',
    ])
  })

  it('AI operations alone are held to theirs', async () => {
    t.clock.advance(minute)
    assert.deepEqual(await refusal('/v1/guests'), [
      'rate_limit_exceeded',
      {
        ...{ scope: 'daily_ai', tier: 'starter', used: 2, limit: 2 },
        ...{ resets_at: '2026-06-16T00:00:00.000Z', retry_after: 43_080 },
      },
      '"burst";r=2;t=60, "daily";r=3;t=43080, "monthly";r=7;t=1339080, "daily_ai";r=0;t=43080',
    ])
    await letIn('/v1/listings', '/v1/listings')
    const { body } = await t.get('/v1/usage/tier', { key: of.liveKey })
    assert.equal(String(body['error']!['scope']), 'per_api_key')
  })

  it('the day is told before the month and the AI operations, and names what is asked for most', async () => {
    t.clock.advance(minute)
    await letIn('/v1/listings')
    for (const url of ['/v1/listings', '/v1/guests']) {
      const [code, added] = await refusal(url)
      assert.equal(code, 'daily_limit_exceeded')
      assert.deepEqual(added, {
        ...{ scope: 'daily', tier: 'starter', used: 6, limit: 6 },
        ...{ resets_at: '2026-06-16T00:00:00.000Z', retry_after: 43_020 },
        top_operation: { operation_id: 'listListings', share_percent: 66.7 },
      })
    }
    // It is served all the same, and counted.
    t.clock.advance(minute)
    const tier = await t.get('/v1/usage/tier', { key: of.liveKey })
    assert.equal(tier.status, 200)
    await t.countUsage()
  })

  it('the month is told before the AI operations, which begin anew each day', async () => {
    t.clock.advance(day)
    await letIn('/v1/guests', '/v1/guests', '/v1/listings')
    t.clock.advance(minute)
    for (const url of ['/v1/listings', '/v1/guests']) {
      const [code, added] = await refusal(url)
      assert.deepEqual(
        [code, added],
        [
          'rate_limit_exceeded',
          {
            ...{ scope: 'monthly', tier: 'starter', used: 10, limit: 10 },
            ...{ resets_at: '2026-07-01T00:00:00.000Z', retry_after: 1_252_500 },
          },
        ],
      )
    }
    await t.countUsage()
    t.clock.advance(minute)
    const { body } = await t.get('/v1/usage/tier', { key: of.liveKey })
    const used = body['used'] as unknown as Record<string, number>
    assert.deepEqual([used['dailyAi'], used['monthly']], [2, 10])
  })
})

describe('AI operations', () => {
  it('are the two that ask a language model', () => {
    assert.deepEqual(
      routes.filter(({ ai }) => ai).map(({ id }) => id),
      ['generateListingContent', 'runAiOperation'],
    )
  })
})
