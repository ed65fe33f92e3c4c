/** Checks the headers about limits, which every answer must have. */
import assert from 'node:assert/strict'

type Headers = Record<string, string | string[] | number | undefined>

/** These statuses tell the caller to wait. */
const waits = [429, 503]

export function assertLimitHeaders({ status, headers }: { status: number; headers: Headers }, about: string) {
  const of = (name: string) => String(headers[name] ?? assert.fail(`${about} (${status}): no ${name}`))
  const [limit, remaining] = [of('x-ratelimit-limit'), of('x-ratelimit-remaining')]
  assert.match(limit, /^[1-9]\d*$/, about)
  assert.match(remaining, /^\d+$/, about)
  assert.match(of('x-ratelimit-reset'), /^\d{10}$/, about)
  assert.equal(of('x-ratelimit-policy'), `${limit};w=60`, about)
  assert.match(of('x-ratelimit-reset-daily'), /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/, about)
  const [burst, ...quotas] = of('ratelimit').split(', ')
  assert.match(burst ?? '', new RegExp(`^"burst";r=${remaining};t=\\d+$`), about)
  const [policy, ...policies] = of('ratelimit-policy').split(', ')
  assert.equal(policy, `"burst";q=${limit};w=60`, about)
  const names = (items: string[]) => items.map((item) => item.split(';')[0])
  assert.deepEqual(names(quotas), names(policies), about)
  const isDaily = names(quotas).includes('"daily"')
  for (const name of ['x-ratelimit-limit-daily', 'x-ratelimit-remaining-daily'])
    assert.equal(headers[name] !== undefined, isDaily, `${about}: ${name}`)
  if (headers['retry-after'] !== undefined) {
    assert.ok(waits.includes(status), `${about}: Retry-After with ${status}`)
    assert.match(of('retry-after'), /^[1-9]\d*$/, about)
  }
  if (status === 429) assert.ok(headers['retry-after'], `${about}: no Retry-After`)
}
