import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { afterStep, mostCounted, pickNextWork, type WorkLead, type WaitingWork } from './fair-turns.ts'

const one = (name: string, share = 1): WaitingWork => ({ name, share })

/** Runs so many steps of contenders that always wait; each makes as many calls as `callsOf` gives. */
function go(contenders: readonly WaitingWork[], steps: number, callsOf: (name: string) => number): string[] {
  let ahead: WorkLead = {}
  return Array.from({ length: steps }, () => {
    const next = pickNextWork(contenders, ahead)
    assert.ok(next)
    ahead = afterStep(ahead, next, callsOf(next.name))
    return next.name
  })
}

/** Computes how many steps of others can precede one that waits, at most. */
function mostStepsBefore(waiting: WaitingWork, others: readonly WaitingWork[]): number {
  const furthest = mostCounted / waiting.share
  return others.reduce((sum, { share }) => sum + Math.floor(furthest * share) + 1, 0)
}

const count = (names: readonly string[], name: string) => names.filter((other) => other === name).length

describe('fair turns', () => {
  it('are taken one after the other by equals', () => {
    assert.deepEqual(go([one('a'), one('b'), one('c')], 6, () => 1).join(''), 'abcabc')
  })

  it('are counted in calls, not in steps', () => {
    const names = go([one('long'), one('short')], 600, (name) => (name === 'long' ? 5 : 1))
    assert.equal(count(names, 'short'), 5 * count(names, 'long'))
  })

  it('are as many more as the share says', () => {
    const names = go([one('hints', 4), one('list')], 500, () => 1)
    assert.ok(Math.abs(count(names, 'hints') - 4 * count(names, 'list')) <= 4)
  })

  it('are nobody’s when nobody waits', () => {
    assert.equal(pickNextWork([], { a: 3 }), undefined)
  })

  it('cannot be saved up: who was away for long is one step ahead of the others, no more', () => {
    let ahead: WorkLead = {}
    for (let step = 0; step < 1000; step += 1) ahead = afterStep(ahead, one('list'), 1)
    const names: string[] = []
    for (let step = 0; step < 6; step += 1) {
      const next = pickNextWork([one('late'), one('list')], ahead)
      assert.ok(next)
      ahead = afterStep(ahead, next, 1)
      names.push(next.name)
    }
    assert.deepEqual(names, ['late', 'late', 'list', 'late', 'list', 'late'])
  })

  it('keep nobody waiting for more steps than told, whoever comes and goes and whatever it costs', () => {
    const plan = fc.record({
      shares: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 7 }),
      steps: fc.array(fc.record({ away: fc.array(fc.nat(6), { maxLength: 6 }), calls: fc.nat(60) }), {
        minLength: 50,
        maxLength: 400,
      }),
    })
    fc.assert(
      fc.property(plan, ({ shares, steps }) => {
        const all = shares.map((share, i) => one(`c${i}`, share))
        const waited = new Map<string, number>()
        let ahead: WorkLead = {}
        for (const { away, calls } of steps) {
          const waiting = all.filter((_, i) => !away.includes(i))
          const next = pickNextWork(waiting, ahead)
          if (!next) continue
          ahead = afterStep(ahead, next, calls)
          for (const contender of all) {
            const { name } = contender
            const goesOn: boolean = waiting.includes(contender) && contender !== next
            const before: number = goesOn ? (waited.get(name) ?? 0) + 1 : 0
            waited.set(name, before)
            const others = all.filter((other) => other !== contender)
            const most = mostStepsBefore(contender, others)
            assert.ok(before <= most, `${name} waited for ${before} steps, not ${most}`)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keep little in mind: nobody is further ahead than one step takes it', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ who: fc.nat(4), calls: fc.nat(1000) })), (steps) => {
        let ahead: WorkLead = {}
        for (const { who, calls } of steps) ahead = afterStep(ahead, one(`c${who}`), calls)
        for (const lead of Object.values(ahead)) assert.ok(lead > 0 && lead <= mostCounted)
      }),
    )
  })
})
