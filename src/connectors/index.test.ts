import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { reconnect } from '../upstream/errors.ts'
import { connectors } from './index.ts'

describe('connectors', () => {
  for (const [id, { manifest, credentials }] of Object.entries(connectors)) {
    it(`${id} is described without contradiction`, () => {
      assert.equal(manifest.id, id)
      // Operations give whole paths, so a simulator is named by its origin alone.
      assert.equal(new URL(manifest.baseUrl).origin, manifest.baseUrl)
      const declared = Object.keys((credentials as { properties?: object }).properties ?? {})
      assert.deepEqual(manifest.credentials.map(({ key }) => key).toSorted(), declared.toSorted())
      const names = manifest.credentials.flatMap(({ key, aliases = [] }) => [key, ...aliases])
      assert.equal(new Set(names).size, names.length, 'two fields answer to one name')
      const needsOwner = ['oauth', 'claim'].includes(manifest.connectPattern)
      const path = `/v1/connect/${id}${needsOwner ? '' : '/credentials'}`
      assert.deepEqual(reconnect(id), { reconnect: { method: 'POST', path } })
      for (const { url, readOn } of manifest.access.sources) {
        assert.equal(new URL(url).protocol, 'https:')
        assert.match(readOn, /^20\d\d-\d\d-\d\d$/)
        assert.equal(new Date(readOn).toISOString().slice(0, 10), readOn)
      }
      assert.ok(Object.values(manifest.access).every((said) => said === null || said.length > 0))
      // A change made by a slow clock would lie before the next walk's bound, and be missed until a full
      // pass.
      assert.ok(manifest.sync.overlapSeconds >= 60, 'walks do not overlap')
    })
  }

  it('are as many as the README says', () => {
    const pms = Object.values(connectors).filter(({ manifest }) => manifest.category === 'pms')
    assert.match(readFileSync('README.md', 'utf8'), new RegExp(`\\| Systems \\| ${pms.length} PMSs,`))
  })
})
