import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { guesty } from './index.ts'
import { listings } from './listings.ts'
import { messages } from './inbox.ts'
import { probe } from './probe.ts'
import { isOfKind, openAccount } from './testing/account.ts'

describe('the tokens of a Guesty key', () => {
  it('are never asked for more often than the vendor allows, and again a day later', async (t) => {
    const { simulator, open, tokensAsked } = await openAccount(t, { rateLimit: 'vendor' })
    for (let token = 0; token < 5; token += 1) {
      await probe(open())
      simulator.faults.add({ kind: 'token_expired', count: 1, path: '/v1' })
      if (token === 4) await assert.rejects(probe(open()), isOfKind('rate_limited'))
    }
    assert.equal(tokensAsked(), 5)
    await assert.rejects(probe(open()), isOfKind('rate_limited'))
    assert.equal(tokensAsked(), 5)
    simulator.clock.advanceSeconds(86_400)
    await probe(open())
    assert.equal(tokensAsked(), 6)
  })

  it('are shared by all clients of a connection, at the same time and later', async (t) => {
    const { open, tokensAsked } = await openAccount(t)
    await Promise.all([open(), open(), open()].map((context) => probe(context)))
    await probe(open())
    assert.equal(tokensAsked(), 1)
  })
})

describe('whose Guesty account it is', () => {
  it('is told by the account itself', async (t) => {
    const { open } = await openAccount(t)
    assert.deepEqual(await probe(open()), {
      externalAccountId: '5f92cbf10cf217478ba93500',
      accountName: 'Meadow & Quay Stays',
    })
  })

  it('may be none of the business of a key that can list', async (t) => {
    const { open } = await openAccount(t)
    const { http, now } = open()
    const closed = {
      ...http,
      get: (path: string, options?: object) =>
        path === '/v1/accounts/me'
          ? Promise.reject(new VendorError('rejected', 'forbidden', { status: 403 }))
          : http.get(path, options),
    }
    assert.deepEqual(await probe({ http: closed, now }), { externalAccountId: null, accountName: null })
  })
})

describe('Guesty listings', () => {
  it('are read whether listed, active and managed or not', async (t) => {
    const { simulator, open } = await openAccount(t, { listings: 14, reservations: 0 })
    const context = open()
    const [first] = (await listings.page(context, { cursor: null })).records
    assert.ok(first)
    for (const fields of [{ isListed: false }, { active: false }, { pms: { active: false } }]) {
      simulator.operations.updateListing(first.externalId, fields)
      const found: string[] = []
      for (let cursor: string | null = null, more = true; more;) {
        const page = await listings.page(context, { cursor })
        found.push(...page.records.map(({ externalId }) => externalId))
        cursor = page.next
        more = cursor !== null
      }
      assert.equal(found.filter((id) => id === first.externalId).length, 1, JSON.stringify(fields))
      assert.equal(found.length, 14)
    }
  })

  it('are not the sub-units of others', async (t) => {
    const { simulator, open } = await openAccount(t, { listings: 3, reservations: 0 })
    const { units } = simulator.operations.state(new Set(['units'])) as { units: { _id: string }[] }
    assert.equal(await listings.one?.(open(), units[0]?._id ?? ''), null)
  })

  it('of many sub-units are asked for them together', async (t) => {
    const { simulator, open } = await openAccount(t, { listings: 3, reservations: 0 })
    const context = open()
    const parent = (await listings.page(context, { cursor: null })).records.find(
      ({ model }) => model === 'hotel',
    )
    assert.ok(parent && guesty.operations.units)
    const real = simulator.operations.state(new Set(['units'])).units as { _id: string }[]
    const many = [...real.map(({ _id }) => _id), ...Array.from({ length: 8 }, (_, n) => `${n}`.repeat(24))]
    const http = {
      ...context.http,
      get: async (path: string, options?: object) =>
        path.endsWith(parent.externalId)
          ? { _id: parent.externalId, type: 'MTL', mtl: { c: many } }
          : context.http.get(path, options),
    }
    simulator.calls.clear()
    const page = await guesty.operations.units.page({ ...context, http }, { listing: parent, cursor: null })
    assert.deepEqual(
      page.records.map(({ externalId }) => externalId).toSorted(),
      real.map(({ _id }) => _id).toSorted(),
    )
    assert.equal(simulator.calls.list().length, 8)
  })
})

describe('Guesty threads', () => {
  it('tell messages page by page, without notes', async (t) => {
    const { simulator, open } = await openAccount(t, { reservations: 30 })
    const write = (n: number) =>
      simulator.operations.createMessage({ body: `message ${n}` }) as { conversationId: string }
    const { conversationId } = write(0)
    for (let n = 1; n <= 60; n += 1) {
      simulator.clock.advanceSeconds(60)
      simulator.operations.createMessage({ conversationId, body: `message ${n}`, isIncoming: n % 2 })
    }
    const bodies: string[] = []
    for (let cursor: string | null = null, more = true; more;) {
      const page = await messages.page(open(), { conversationExternalId: conversationId, cursor })
      bodies.push(...page.records.map(({ body }) => body))
      cursor = page.next
      more = cursor !== null
    }
    for (let n = 0; n <= 60; n += 1) assert.equal(bodies.filter((body) => body === `message ${n}`).length, 1)
  })
})

describe('Guesty credentials', () => {
  it('are taken under every accepted name', () => {
    const [clientId, clientSecret] = ['0oa1b2c3d4e5f6g7h8i9', 's'.repeat(64)]
    for (const given of [
      { clientId, clientSecret },
      { client_id: ` ${clientId}\n`, client_secret: clientSecret },
    ]) {
      assert.deepEqual(readCredentials(guesty, given), { ok: true, credentials: { clientId, clientSecret } })
    }
    assert.deepEqual(readCredentials(guesty, { clientId, apiKey: 'x' }), {
      ok: false,
      missing: ['clientSecret'],
      unknown: ['apiKey'],
      invalid: [],
    })
  })
})
