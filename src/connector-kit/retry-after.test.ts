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
  [{ 'retry-after': '250 milliseconds' }, 250],
  [{ 'retry-after': '1 millisecond' }, 1],
  [{ 'retry-after': '2 seconds' }, 2000],
  [{ 'retry-after': '1 second' }, 1000],
  [{ 'retry-after': '3 secs' }, 3000],
  [{ 'retry-after': '1 sec' }, 1000],
  [{ 'retry-after': '1.25s' }, 1250],
  [{ 'retry-after': '1 minute' }, 60_000],
  [{ 'retry-after': '1 min' }, 60_000],
  [{ 'retry-after': '2 mins' }, 120_000],
  [{ 'retry-after': '2 minutes' }, 120_000],
  [{ 'retry-after-ms': '900' }, 900],
  [{ 'x-ratelimit-reset': String(now / 1000 + 12) }, 12_000],
  [{ 'ratelimit-reset': String(now + 12_000) }, 12_000],
  [{ 'retry-after': 'soon', 'ratelimit-reset': '4' }, 4000],
  [{ 'retry-after': '99999999' }, 86_400_000],
  [{ 'retry-after': '5 fortnights' }, null],
  // Words that only begin or end like a unit are of another one.
  [{ 'retry-after': '5 months' }, null],
  [{ 'retry-after': '5 am' }, null],
  [{ 'retry-after': '5 atoms' }, null],
  [{ 'retry-after': '5 msx' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
]

describe('retryAfterMs', () => {
  for (const [headers, waitMs] of waits) {
    it(`reads ${JSON.stringify(headers)}`, () => assert.equal(retryAfterMs(headers, now), waitMs))
  }
})
