import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { openBench, type StartSimulator } from '../../connector-kit/testing/bench.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { signals } from './envelope.ts'
import { beds24 } from './index.ts'

const withSingleUseCode: StartSimulator = (vendor, options) =>
  startSimulator(vendor, { ...options, habits: { singleUseCode: 1 } })

const answer = (status: number, json: object, headers: Record<string, string> = {}) => ({
  ...{ status, headers, text: JSON.stringify(json), json },
})

describe('Beds24 habits', () => {
  it('the invite code is exchanged once and for all', async () => {
    const bench = await openBench(beds24, withSingleUseCode, { listings: 1, reservations: 1 })
    try {
      for (let day = 0; day < 4; day += 1) {
        const account = await beds24.operations.probe(bench.context('guest', bench.open()))
        assert.equal(account.externalAccountId, '48213')
        await bench.advance(25 * 3_600_000)
      }
      const paths = (await bench.control.calls()).map(({ path }) => path)
      assert.equal(paths.filter((path) => path === '/v2/authentication/setup').length, 1)
      assert.equal(paths.filter((path) => path === '/v2/authentication/token').length, 3)
    } finally {
      await bench.close()
    }
  })

  it('a refresh token that was not used for too long needs a new code', async () => {
    const bench = await openBench(beds24, withSingleUseCode, { listings: 1, reservations: 1 })
    try {
      await beds24.operations.probe(bench.context())
      await bench.advance(31 * 86_400_000)
      const outcome = beds24.operations.probe(bench.context('guest', bench.open()))
      await assert.rejects(outcome, (error) => error instanceof VendorError && error.kind === 'credentials')
    } finally {
      await bench.close()
    }
  })

  it('a refresh token or a long life token will do as well', async () => {
    const code = 'c'.repeat(40)
    assert.equal(readCredentials(beds24, { invite_code: code }).ok, true)
    assert.equal(readCredentials(beds24, { refreshToken: code }).ok, true)
    assert.equal(readCredentials(beds24, {}).ok, false)
    const bench = await openBench(beds24, startSimulator, { listings: 1, reservations: 1 })
    try {
      await beds24.operations.probe(bench.context())
      const { token, refreshToken } = JSON.parse((await bench.session.load()) ?? '{}') as Record<
        string,
        string
      >
      for (const credentials of [{ token: token ?? '' }, { refreshToken: refreshToken ?? '' }]) {
        const client = bench.open({ credentials })
        assert.equal(
          (await beds24.operations.probe(bench.context('guest', client))).externalAccountId,
          '48213',
        )
      }
      const wrong = bench.open({ credentials: { token: 'x'.repeat(40) } })
      const outcome = beds24.operations.probe(bench.context('guest', wrong))
      await assert.rejects(outcome, (error) => error instanceof VendorError && error.kind === 'credentials')
    } finally {
      await bench.close()
    }
  })

  it('a failure that comes with a fine status is one', () => {
    const verdict = (status: number, code: number) =>
      signals.verdictOf?.(answer(status, { success: false, code }))?.kind
    assert.deepEqual(
      [verdict(200, 400), verdict(201, 500), verdict(200, 0)],
      ['rejected', 'unavailable', 'rejected'],
    )
    assert.equal(signals.verdictOf?.(answer(200, { success: true })), undefined)
    assert.equal(signals.messageOf?.({ success: false, error: 'No' }), 'No')
  })

  it('credits are read from the headers', () => {
    const creditHeaders = (left: string) => ({
      'x-requestcost': '4',
      'x-fivemincreditlimit-remaining': left,
      'x-fivemincreditlimit-resetsin': '120',
    })
    assert.deepEqual(signals.allowanceOf?.(answer(200, {}, creditHeaders('50'))), { cost: 4 })
    assert.deepEqual(signals.allowanceOf?.(answer(200, {}, creditHeaders('1'))), {
      cost: 4,
      pauseMs: 120_000,
    })
    assert.deepEqual(signals.verdictOf?.(answer(429, {}, creditHeaders('0'))), {
      kind: 'rate_limited',
      retryAfterMs: 120_000,
    })
  })
})
