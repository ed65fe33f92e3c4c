import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retryAfterMs } from './retry-after.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const waits: [headers: Record<string, string>, waitMs: number | null][] = [
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': ' 1.5 ' }, 1500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Fri, 01 May 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 01 May 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '2026-05-01T12:01:00Z' }, 60_000],
  [{ 'retry-after': '250ms' }, 250],
  [{ 'retry-after': '2 seconds' }, 2000],
  [{ 'retry-after': '2 minutes' }, 120_000],
  [{ 'retry-after-ms': '900' }, 900],
  [{ 'x-ratelimit-reset': String(now / 1000 + 12) }, 12_000],
  [{ 'ratelimit-reset': String(now + 12_000) }, 12_000],
  [{ 'retry-after': 'soon', 'ratelimit-reset': '4' }, 4000],
  [{ 'retry-after': '99999999' }, 86_400_000],
  [{ 'retry-after': '5 fortnights' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
]

describe('retryAfterMs', () => {
  for (const [headers, waitMs] of waits) {
    it(`reads ${JSON.stringify(headers)}`, () => assert.equal(retryAfterMs(headers, now), waitMs))
  }
})
