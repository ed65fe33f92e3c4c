import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rehearsalCodes, type RehearsalItem } from '../../contract/rehearsal.ts'
import type { Comparison, SourceStay } from './compare-stays.ts'
import { nightsAtRisk } from './nights-at-risk.ts'
import { scoreRehearsal, type StoredScoreItem, type RehearsalFacts } from './rehearsal-score.ts'

const clean: Comparison = { matched: 4, missing: [], extra: [], mismatched: [] }
const ready: RehearsalFacts = {
  state: 'imported',
  accounts: { total: 1, active: 1 },
  errors: { count: 0, codes: [], sampleIds: [] },
  comparison: clean,
  channels: [{ channel: 'airbnb', listings: 2, connected: 2, samples: [] }],
}
const stay = (checkIn: string, checkOut: string, today = '2026-06-01'): SourceStay => ({
  reservationId: `${checkIn} ${checkOut}`,
  confirmationCode: 'A1',
  checkIn,
  checkOut,
  platform: null,
  status: 'confirmed',
  today,
})
const missing = (source: SourceStay) => ({ ...source, reason: 'not_in_your_list' as const })
const moved = (source: SourceStay, checkIn: string, checkOut: string) => ({
  source,
  destination: { confirmationCode: 'A1', checkIn, checkOut },
  reason: 'dates_differ' as const,
})
const itemOf = (facts: Partial<RehearsalFacts>, code: RehearsalItem['code']) =>
  scoreRehearsal({ ...ready, ...facts }, null).items.find((item) => item.code === code) ?? assert.fail(code)

describe('a rehearsal', () => {
  it('in which everything is done is a go with all points', () => {
    const { go, score, items } = scoreRehearsal(ready, null)
    assert.deepEqual([go, score], [true, 100])
    assert.deepEqual(
      items.map(({ code }) => code),
      [...rehearsalCodes],
    )
    assert.ok(items.every(({ todo, points, mostPoints }) => todo === null && points === mostPoints))
  })

  const short: [RehearsalItem['code'], Partial<RehearsalFacts>][] = [
    ['import_complete', { state: 'importing' }],
    ['import_complete', { accounts: { total: 2, active: 1 } }],
    ['import_complete', { accounts: { total: 0, active: 0 } }],
    ['report_clean', { errors: { count: 2, codes: ['record_kept_aside'], sampleIds: ['7'] } }],
    ['check_clean', { comparison: { ...clean, missing: [missing(stay('2026-07-01', '2026-07-03'))] } }],
    ['check_clean', { comparison: null }],
    ['nights_at_risk', { comparison: { ...clean, missing: [missing(stay('2026-07-01', '2026-07-03'))] } }],
    ['nights_at_risk', { comparison: null }],
  ]
  for (const [code, facts] of short) {
    it(`is no go where ${code} is short: ${JSON.stringify(facts).slice(0, 60)}`, () => {
      assert.equal(scoreRehearsal({ ...ready, ...facts }, null).go, false)
      const item = itemOf(facts, code)
      assert.notEqual(item.status, 'done')
      assert.ok(item.todo !== null && item.points < item.mostPoints)
    })
  }

  it('tells nothing of the rest before everything is imported', () => {
    const { go, items } = scoreRehearsal({ ...ready, state: 'importing' }, null)
    assert.equal(go, false)
    assert.deepEqual(
      items.map(({ status }) => status),
      ['open', 'unknown', 'unknown', 'unknown', 'unknown'],
    )
  })

  it('does not wait for channels, which are connected after the cutover', () => {
    const channels = [
      { channel: 'airbnb', listings: 3, connected: 1, samples: ['5', '6'] },
      { channel: 'vrbo', listings: 1, connected: 1, samples: [] },
    ]
    const { go, score } = scoreRehearsal({ ...ready, channels }, null)
    assert.equal(go, true)
    assert.ok(score < 100)
    const item = itemOf({ channels }, 'channels_to_reconnect')
    assert.deepEqual([item.status, item.count, item.sampleIds], ['open', 2, ['5', '6']])
    assert.match(item.message, /airbnb \(2 of 3 listings\)/)
    assert.doesNotMatch(item.message, /vrbo/)
  })

  it('gives no more points the more is wrong', () => {
    const points = (count: number) =>
      itemOf(
        {
          comparison: {
            ...clean,
            missing: Array.from({ length: count }, () => missing(stay('2026-07-01', '2026-07-03'))),
          },
        },
        'check_clean',
      ).points
    const series = [0, 1, 2, 4, 40].map(points)
    assert.deepEqual(
      series,
      series.toSorted((a, b) => b - a),
    )
    assert.ok((series.at(-1) ?? 25) < (series[1] ?? 0))
  })
})

describe('nights at risk', () => {
  const of = (comparison: Partial<Comparison>) => nightsAtRisk({ ...clean, ...comparison }).nights
  it('are those of missing stays from today on', () => {
    assert.equal(of({ missing: [missing(stay('2026-07-01', '2026-07-04'))] }), 3)
    assert.equal(of({ missing: [missing(stay('2026-05-28', '2026-06-03'))] }), 2)
  })
  it('are those of a moved stay that its new dates leave open', () => {
    const source = stay('2026-07-01', '2026-07-04')
    assert.equal(of({ mismatched: [moved(source, '2026-07-02', '2026-07-09')] }), 1)
    assert.equal(of({ mismatched: [moved(source, '2026-06-20', '2026-07-09')] }), 0)
    assert.equal(of({ mismatched: [moved(source, '2026-08-02', '2026-08-04')] }), 3)
  })
})

describe('compared with the rehearsal before', () => {
  const kept = (items: Partial<Record<RehearsalItem['code'], Partial<StoredScoreItem>>>): StoredScoreItem[] =>
    rehearsalCodes.map((code) => ({ code, status: 'done' as const, count: 0, ...items[code] }))
  const change = (
    code: RehearsalItem['code'],
    before: Partial<StoredScoreItem>,
    facts: Partial<RehearsalFacts>,
  ) =>
    scoreRehearsal({ ...ready, ...facts }, kept({ [code]: before })).items.find((item) => item.code === code)
      ?.change

  it('says what is better, worse, the same, or was not known', () => {
    const two = {
      comparison: {
        ...clean,
        missing: ['2026-07-01', '2026-07-05'].map((from) => missing(stay(from, '2026-07-08'))),
      },
    }
    assert.equal(change('check_clean', {}, two), 'worse')
    assert.equal(change('check_clean', { status: 'open', count: 5 }, two), 'better')
    assert.equal(change('check_clean', { status: 'open', count: 2 }, two), 'same')
    assert.equal(change('check_clean', { status: 'open', count: 1 }, two), 'worse')
    assert.equal(change('check_clean', { status: 'open', count: 1 }, {}), 'better')
    assert.equal(change('check_clean', { status: 'unknown' }, two), 'new')
    assert.equal(change('check_clean', { status: 'open', count: 1 }, { comparison: null }), 'new')
    assert.equal(change('check_clean', { status: 'unknown' }, { comparison: null }), 'same')
    assert.ok(scoreRehearsal(ready, null).items.every((item) => item.change === 'new'))
  })
})
