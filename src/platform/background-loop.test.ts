import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startLoop, type BackgroundLoop } from './background-loop.ts'
import { createLog } from './log.ts'

const longMs = 60_000
const log = createLog({ level: 'silent' })
const rhythm = { everyMs: longMs, log, failed: 'a turn failed' }

/** The test awaits the loop's rounds; `next` gives the pause after each. */
function counted(next: (turn: number) => number | void, options = rhythm) {
  let turns = 0
  let reached = Promise.withResolvers<void>()
  const loop = startLoop(options, async () => {
    turns += 1
    reached.resolve()
    reached = Promise.withResolvers()
    return next(turns)
  })
  const until = async (turnCount: number) => {
    while (turns < turnCount) await reached.promise
  }
  return { loop, until, turns: () => turns }
}

async function stopped(loop: BackgroundLoop): Promise<number> {
  const from = performance.now()
  await loop.stop()
  return performance.now() - from
}

describe('A background loop', () => {
  it('goes on at once while work is left, then rests', async () => {
    const { loop, until, turns } = counted((turn) => (turn < 5 ? 0 : undefined))
    await until(5)
    assert.equal(turns(), 5)
    assert.ok((await stopped(loop)) < 1_000, 'a pause does not keep it from stopping')
    assert.equal(turns(), 5)
  })

  it('is woken from its pause, and by what happens during a turn', async () => {
    const inTurn = Promise.withResolvers<void>()
    let turns = 0
    const second = Promise.withResolvers<void>()
    const loop = startLoop(rhythm, async () => {
      turns += 1
      if (turns === 1) await inTurn.promise
      else second.resolve()
    })
    loop.wake()
    inTurn.resolve()
    await second.promise
    assert.equal(turns, 2)
    await loop.stop()
  })

  it('goes on after a turn that failed', async () => {
    const { loop, until } = counted(
      (turn) => {
        if (turn === 1) throw new Error('trouble')
      },
      { ...rhythm, everyMs: 1 },
    )
    await until(3)
    await loop.stop()
  })

  it('waits for the turn that is under way, and tells it to end', async () => {
    let ended = false
    const loop = startLoop(rhythm, async (signal) => {
      await new Promise((done) => signal.addEventListener('abort', done))
      ended = true
    })
    await loop.stop()
    assert.ok(ended)
  })

  it('begins after the time it was given', async () => {
    let turns = 0
    const loop = startLoop({ ...rhythm, firstAfterMs: longMs }, async () => void (turns += 1))
    await loop.stop()
    assert.equal(turns, 0)
  })
})
