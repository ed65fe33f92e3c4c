/** A connector may only rise, so its computed standing is compared with the kept one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import kept from '../../scripts/connector-tiers.json' with { type: 'json' }
import { changesOf, standingOf, standings, type Standing } from '../../scripts/connector-tiers.ts'
import { hospitable } from '../../src/connectors/hospitable/index.ts'
import { hostaway } from '../../src/connectors/hostaway/index.ts'

const reached = kept as Record<string, Standing>

describe('the tier of a connector', () => {
  it('is the one it reached', () => {
    assert.deepEqual(changesOf(standings(), reached), [])
  })

  it('is lost with what it takes', () => {
    const { inbound: _, ...operations } = hostaway.operations
    const deaf = standingOf({ ...hostaway, operations })
    assert.deepEqual(deaf, { tier: 'bronze', met: ['reads', 'writes', 'documented', 'described'] })
    const { reservations: __, ...less } = operations
    assert.equal(standingOf({ ...hostaway, operations: less }).tier, 'none')
    assert.equal(standingOf(hospitable).tier, 'bronze')
    const renamed = { ...hostaway, manifest: { ...hostaway.manifest, id: 'untested' } }
    assert.equal(standingOf(renamed).tier, 'none')
  })

  it('needs everything of it: a report alone makes no gold', () => {
    const verified = { date: '2027-01-01', report: 'https://example.com' }
    const live = (connector: typeof hostaway | typeof hospitable) =>
      standingOf({ ...connector, manifest: { ...connector.manifest, verified } }).tier
    assert.deepEqual([live(hostaway), live(hospitable)], ['gold', 'bronze'])
  })

  it('that falls, vanishes or is not entered is told', () => {
    const silver: Standing = { tier: 'silver', met: ['reads', 'writes'] }
    assert.match(changesOf({ a: { tier: 'bronze', met: ['reads'] } }, { a: silver }).join(), /a was silver/)
    assert.match(changesOf({ a: { ...silver, met: ['reads'] } }, { a: silver }).join(), /a was silver/)
    assert.match(changesOf({}, { a: silver }).join(), /is gone/)
    assert.match(changesOf({ a: silver }, {}).join(), /raise it/)
    assert.match(changesOf({ a: { ...silver, tier: 'gold' } }, { a: silver }).join(), /raise it/)
    assert.deepEqual(changesOf({ a: silver }, { a: silver }), [])
  })
})
