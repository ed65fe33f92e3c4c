/** What the tests of all lists ask the same way. */
import assert from 'node:assert/strict'
import { statementsOf } from '../harness/asked-statements.ts'
import type { Body, CallOptions, TestApp } from '../harness/app.ts'

const withParameters = (url: string, parameters: Record<string, string>) => {
  const target = new URL(url, 'http://test')
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return target.pathname + target.search
}

/** The records of a list's answer. */
export const rowsOf = (body: Body) => [...(body['data'] ?? [])] as unknown as Record<string, unknown>[]

export async function idsAt(app: TestApp, url: string, options: CallOptions = {}): Promise<string[]> {
  const { status, body } = await app.get(url, options)
  assert.equal(status, 200, JSON.stringify(body))
  return rowsOf(body).map((row) => String(row['id']))
}

/** The ids of all pages, in order; `between` may change rows between two pages. */
export async function walk(
  app: TestApp,
  url: string,
  limit: number,
  between: (page: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  for (let page = 1; page <= 100; page += 1) {
    const { status, body } = await app.get(
      withParameters(url, { limit: String(limit), ...(cursor === null ? {} : { cursor }) }),
    )
    assert.equal(status, 200, JSON.stringify(body))
    const rows = rowsOf(body)
    const paging = body['pagination'] as unknown as { nextCursor: string | null; hasMore: boolean }
    assert.equal(paging.hasMore, paging.nextCursor !== null)
    assert.ok(rows.length <= limit)
    if (paging.hasMore) assert.equal(rows.length, limit)
    ids.push(...rows.map((row) => String(row['id'])))
    cursor = paging.nextCursor
    if (cursor === null) return ids
    await between(page)
  }
  throw new Error(`the walk over ${url} does not end`)
}

/** Paging by cursor, by offset, and from one into the other, and the totals of every page. */
export async function assertPaging(app: TestApp, url: string, expected: readonly string[]): Promise<void> {
  assert.deepEqual(await walk(app, url, 2), expected, 'walk by cursor')
  const byOffset: string[] = []
  for (let offset = 0; offset < expected.length; offset += 2) {
    byOffset.push(...(await idsAt(app, withParameters(url, { limit: '2', offset: String(offset) }))))
  }
  assert.deepEqual(byOffset, expected, 'walk by offset')

  const first = await app.get(withParameters(url, { limit: '1', offset: '0' }))
  assert.equal(Number(first.body['pagination']?.['total']), expected.length)
  const cursor = String(first.body['pagination']?.['nextCursor'])
  assert.deepEqual(
    await idsAt(app, withParameters(url, { cursor, limit: '100' })),
    expected.slice(1),
    'switched over',
  )

  const uncounted = await app.get(withParameters(url, { include_total: 'false' }))
  assert.equal('total' in (uncounted.body['pagination'] as object), false)
  const both = await app.get(withParameters(url, { cursor, offset: '1' }))
  assert.equal(both.status, 422)
  const over = await app.get(withParameters(url, { limit: '101' }))
  assert.equal(over.status, 422)
}

export async function assertError(
  app: TestApp,
  url: string,
  status: number,
  code: string,
  options: CallOptions = {},
): Promise<Record<string, unknown>> {
  const answer = await app.get(url, options)
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.equal(String(answer.body['error']?.['code']), code)
  return answer.body['error'] as unknown as Record<string, unknown>
}

/** The plans of the queries with an order that a request makes, when sorting is made as dear as can be. */
export async function orderedPlans(app: TestApp, url: string): Promise<string[]> {
  const { pool } = app.services
  const seen = await statementsOf(async () => assert.equal((await app.get(url)).status, 200))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      'set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
    )
    const plans: string[] = []
    for (const query of seen.filter(({ sql }) => / order by .* limit /s.test(sql))) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${query.sql}`, [
        ...query.parameters,
      ])
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The plan without what hangs on it: subqueries may sort their few rows. */
function mainPlan(plan: string): string {
  let skipDeeperThan = Infinity
  const kept = plan.split('\n').filter((line) => {
    const depth = line.search(/\S/)
    if (depth > skipDeeperThan) return false
    skipDeeperThan = /^\s*(SubPlan|InitPlan)\b/.test(line) ? depth : Infinity
    return skipDeeperThan === Infinity
  })
  return kept.join('\n')
}

/** The list's order comes from the index: nothing is sorted on the way to the first page. */
export async function assertServedBy(app: TestApp, url: string, index: string): Promise<void> {
  const plans = await orderedPlans(app, url)
  assert.equal(plans.length, 1, `${plans.length} ordered queries for ${url}`)
  const [whole = ''] = plans
  const plan = mainPlan(whole)
  // On Citus the plan is that of a worker, where each index has the number of its shard.
  assert.match(plan, new RegExp(`Scan .*using ${index}(?:_\\d+)?\\b`), whole)
  assert.doesNotMatch(plan, /\bSort\b/, whole)
}
