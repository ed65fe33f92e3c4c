import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { reservationColumns } from '../row.ts'
import { decidedFields, fieldTable } from '../twin-fields.ts'
import { leadsOver, pairsOf, type CodedStay } from './rules.ts'

const stay = (more: Partial<CodedStay> = {}): CodedStay => ({
  listingId: '1',
  source: 'airbnb',
  confirmationCode: 'HMA',
  checkIn: '2026-07-01',
  checkOut: '2026-07-03',
  ...more,
})

describe('one stay from two sources', () => {
  it('is of one listing, channel and code', () => {
    assert.equal(pairsOf([stay()], [stay()]).size, 1)
    for (const other of [{ listingId: '2' }, { source: 'vrbo' }, { confirmationCode: 'HMB' }]) {
      assert.equal(pairsOf([stay()], [stay(other)]).size, 0)
    }
    const direct = stay({ source: 'direct' })
    assert.equal(pairsOf([direct], [direct]).size, 0, 'codes of others are not unique')
    const unknown = stay({ source: null })
    assert.equal(pairsOf([unknown], [unknown]).size, 0)
    for (const source of ['booking.com', 'vrbo'])
      assert.equal(pairsOf([stay({ source })], [stay({ source })]).size, 1, source)
  })

  it('pairs the rooms of one booking off, the same dates first', () => {
    const [early, late] = [stay(), stay({ checkIn: '2026-07-02' })]
    const [first, second] = [stay({ checkIn: '2026-07-02' }), stay({ checkIn: '2026-07-09' })]
    const pairs = pairsOf([early, late], [first, second])
    assert.deepEqual([pairs.get(early), pairs.get(late)], [second, first])
    assert.equal(pairsOf([stay(), stay()], [stay()]).size, 1, 'a stay has one other source at most')
    const [exact, longer] = [stay(), stay({ checkOut: '2026-07-09' })]
    assert.equal(pairsOf([early], [longer, exact]).get(early), exact, 'the departure counts too')
    assert.equal(pairsOf([early], [exact, longer]).get(early), exact, 'and it is not given away again')
  })

  it('is led by the channel while its account is connected, else by whom it was known from first', () => {
    const [channel, pms] = [
      { provider: 'airbnb', status: 'active' },
      { provider: 'hostaway', status: 'active' },
    ]
    assert.equal(leadsOver(channel, pms), true)
    assert.equal(leadsOver(pms, channel), false)
    assert.equal(leadsOver(pms, { ...channel, status: 'disconnected' }), true)
    assert.equal(leadsOver({ provider: 'smoobu', status: 'active' }, pms), false)
    assert.equal(leadsOver(pms, { ...channel, status: null }), true, 'its account was never connected')
    assert.equal(leadsOver(pms, { provider: null, status: 'active' }), true)
    const feed = { provider: 'ical', status: 'active' }
    assert.equal(leadsOver(pms, feed), true, 'a calendar file holds hardly more than nights')
    assert.equal(leadsOver(feed, { ...pms, status: 'disconnected' }), true)
  })

  it('has one source for every column, and the documentation says which', () => {
    const named = decidedFields.flatMap(({ columns }) => columns as readonly string[])
    const columns = Object.keys(reservationColumns).filter((name) => name !== 'external_id')
    assert.deepEqual(named.toSorted(), columns.toSorted())
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/guides/sync.md'), 'utf8')
    const cells = (text: string) => text.replaceAll(/ +\|/g, ' |').replaceAll(/\|-+/g, '|---')
    assert.ok(
      cells(page).includes(cells(fieldTable())),
      `docs/guides/sync.md lacks this table:\n${fieldTable()}`,
    )
  })
})
