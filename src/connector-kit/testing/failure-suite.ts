import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import { memorySession } from '../auth/memory-session.ts'
import type { Connector } from '../connector.ts'
import { readCredentials } from '../credentials.ts'
import type { VendorError, VendorErrorKind } from '../vendor-error.ts'
import { openBench, type Bench, type OpenOptions } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import { failureOf, present } from './walk.ts'

// The count exceeds any number of tries.
const persistent = { count: 50 }
const outages: [fault: string, kind: VendorErrorKind, options: OpenOptions][] = [
  ['500', 'unavailable', {}],
  ['drop', 'unavailable', {}],
  ['malformed', 'malformed', {}],
  ['html', 'unavailable', {}],
  ['429', 'rate_limited', {}],
  ['timeout', 'timeout', { timeoutMs: 1000 }],
]

/** Failures that pass are survived, lasting ones are named, and no secret appears. */
export function failureSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { operations } = connector
  describe('failures', { concurrency: false }, () => {
    let bench: Bench<C>
    const texts: string[] = []
    before(async () => {
      bench = await openBench(connector, facts.start, { listings: 3, reservations: 20 })
      await operations.probe(bench.context())
    })
    after(() => bench.close())
    beforeEach(async () => {
      await bench.control.clearFaults()
      // Go past every pause that a fault has caused.
      await bench.advance(120_000)
      await bench.control.clearCalls()
    })

    const read = (options: OpenOptions = {}) =>
      present(operations.reservations).page(bench.context('bookings', bench.open(options)), {
        cursor: null,
        since: null,
      })
    const failure = async (work: Promise<unknown>): Promise<VendorError> => {
      const error = await failureOf(work)
      texts.push(error.message, String(error.vendorMessage), JSON.stringify(error), String(error.cause))
      return error
    }

    for (const [fault, kind, options] of outages) {
      it(`survives one ${fault} and calls a lasting one ${kind}`, async () => {
        await bench.control.fault(fault, { count: 1 })
        assert.ok((await read(options)).records.length > 0)
        await bench.control.fault(fault, persistent)
        assert.equal((await failure(read(options))).kind, kind)
      })
    }

    it('does not call again before the time it was told to wait', async () => {
      await bench.control.fault('429', { count: 1 })
      await read()
      const calls = await bench.control.calls()
      // Some vendors refuse with status 200.
      const index = calls.findIndex(({ fault }) => fault === '429')
      const [refusal, next] = [calls[index], calls[index + 1]]
      assert.ok(refusal && next)
      assert.ok(Date.parse(next.time) - Date.parse(refusal.time) >= 1000)
    })

    it('names wrong credentials', async () => {
      for (const field of connector.manifest.credentials) {
        if (field.provesInbound === true || facts.unprobed?.includes(field.key) === true) continue
        const right = bench.simulator.credentials[field.key] ?? ''
        const wrong = right.replace(/[0-9a-z]/gi, (letter) => (letter === '7' ? '8' : '7'))
        const credentials = { ...bench.simulator.credentials, [field.key]: wrong }
        // The form itself refuses a wrong value in a field that may stay empty or takes certain words only.
        if (right === '' || !readCredentials(connector, credentials).ok) continue
        const client = bench.open({ credentials, session: memorySession() })
        const error = await failure(operations.probe(bench.context('guest', client)))
        assert.equal(error.kind, 'credentials', field.key)
      }
    })

    it('gets one new token when the old one ends, however many calls notice', async () => {
      if (facts.tokenPath === undefined) return
      await bench.control.fault('token_expired', { count: 1 })
      await Promise.all([read(), read(), read()])
      const minted = (await bench.control.calls()).filter(({ path }) => path === facts.tokenPath)
      assert.equal(minted.length, 1)
    })

    it('asks to sign in again when the new token is refused as well', async () => {
      if (facts.tokenPath === undefined) return
      await bench.control.fault('token_expired', persistent)
      const { kind, status } = await failure(read())
      // A 403 that does not mention the token says nothing about the account.
      assert.equal(kind, status === 403 && kind === 'rejected' ? 'rejected' : 'reauth')
    })

    it('shares its token with whoever has the same session', async () => {
      if (facts.tokenPath === undefined) return
      await read()
      await bench.control.clearCalls()
      await read()
      await read()
      assert.deepEqual(
        (await bench.control.calls()).filter(({ path }) => path === facts.tokenPath),
        [],
      )
    })

    it('said nothing secret in any log line or error', async () => {
      const stored = JSON.parse((await bench.session.load()) ?? '{}') as Record<string, unknown>
      const secrets = connector.manifest.credentials
        .filter(({ secret }) => secret)
        .map(({ key }) => bench.simulator.credentials[key] ?? '')
        // One of several kinds of credentials may be enough, so some are empty.
        .filter((secret) => secret !== '')
      secrets.push(...Object.values(bench.simulator.partner))
      for (const token of [stored.token, stored.refreshToken])
        if (typeof token === 'string') secrets.push(token)
      assert.ok(secrets.length > 0)
      const output = [...bench.lines, ...texts].join('\n')
      assert.ok(output.length > 1000)
      for (const secret of secrets) {
        assert.ok(!output.includes(secret) && !output.includes(encodeURIComponent(secret)))
      }
    })
  })
}
