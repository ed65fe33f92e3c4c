/** npm asks a registry of our own for advisories: which of them fail, what an exception allows, and what silence means. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { judgeAdvisories } from '../../scripts/check-advisories.ts'
import { runScript } from '../harness/child.ts'

const found = (severity: string, id = 'GHSA-aaaa-bbbb-cccc') => ({
  vulnerabilities: {
    fastify: {
      via: [{ name: 'fastify', title: 'A hole', url: `https://advisories.example/${id}`, severity }],
    },
    // A package that is only reached by another names it.
    other: { via: ['fastify'] },
  },
})
const exception = { advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'It is not reached.', until: '2027-02-01' }

describe('an advisory', () => {
  it('fails from high on, unless it is named with a reason that still holds', () => {
    assert.deepEqual(judgeAdvisories(found('moderate'), [], '2027-01-01').problems, [])
    assert.equal(judgeAdvisories(found('high'), [], '2027-01-01').problems.length, 1)
    assert.deepEqual(judgeAdvisories(found('critical'), [exception], '2027-01-31').problems, [])
    assert.match(
      judgeAdvisories(found('critical'), [exception], '2027-02-01').problems[0] ?? '',
      /accepted until 2027-02-01/,
    )
  })

  it('that is named and no longer there is named as such', () => {
    assert.match(
      judgeAdvisories({ vulnerabilities: {} }, [exception], '2027-01-01').problems[0] ?? '',
      /any more/,
    )
  })
})

describe('npm run check:advisories', () => {
  let registry: Server
  let severity = 'high'
  let isSilent = false
  before(async () => {
    registry = createServer((request, response) => {
      request.resume()
      if (isSilent || !request.url?.includes('advisories/bulk')) return void response.writeHead(405).end()
      const advisory = {
        ...{ id: 1, title: 'A hole', severity, vulnerable_versions: '>=0.0.0', cwe: [] },
        ...{ url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc', cvss: { score: 8, vectorString: null } },
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ fastify: [advisory] }))
    })
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  })
  after(() => new Promise((resolve) => registry.close(resolve)))

  async function check(): Promise<{ code: unknown; text: string }> {
    const { port } = registry.address() as AddressInfo
    const env = {
      ...{ npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' },
      npm_config_cache: '/dev/null/none',
    }
    const run = runScript('scripts/check-advisories.ts', [], { env })
    return { code: await run.ended, text: run.out() + run.err() }
  }

  it('fails for a high one that the registry names', async () => {
    const { code, text } = await check()
    assert.match(text, /high: GHSA-aaaa-bbbb-cccc fastify: A hole/)
    assert.equal(code, 1)
  })

  it('passes for a low one', async () => {
    severity = 'low'
    const { code, text } = await check()
    assert.match(text, /low: GHSA-aaaa-bbbb-cccc/)
    assert.equal(code, 0)
  })

  it('says loudly that a registry does not answer, and does not fail', async () => {
    isSilent = true
    const { code, text } = await check()
    assert.match(text, /NOT CHECKED: advisories/)
    assert.equal(code, 0)
  })
})
