import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { createPictureSlots } from './picture-slots.ts'

const limits = { ofAll: 4, ofWorkspace: 3, ofHost: 2, waiting: 2 }
const patient = 60_000

it('a slow host and a greedy workspace leave room for others, and a full line refuses', async () => {
  const slots = createPictureSlots(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const hold = (workspaceId: string, host: string, waitMs = patient) =>
    slots.run({ workspaceId, host }, waitMs, () => {
      begun.push(`${workspaceId} ${host}`)
      return new Promise<string>((resolve) => ends.push(() => resolve('done')))
    })
  const held = [hold('1', 'slow'), hold('1', 'slow'), hold('1', 'slow'), hold('1', 'quick')]
  await letOthersRun()
  assert.deepEqual(begun, ['1 slow', '1 slow', '1 quick'])
  const waiting = hold('1', 'other')
  assert.equal(await hold('1', 'other'), null, 'two of the workspace wait already')
  const foreign = hold('2', 'quick')
  await letOthersRun()
  assert.equal(begun.at(-1), '2 quick')
  ends[2]?.()
  assert.equal(await held[3], 'done')
  await letOthersRun()
  assert.equal(begun.at(-1), '1 other', 'the slow host has both of its slots taken')
  ends[0]?.()
  assert.equal(await held[0], 'done')
  await letOthersRun()
  assert.equal(begun.at(-1), '1 slow')
  await letOthersRun()
  for (const end of ends) end()
  assert.deepEqual(await Promise.all([held[1], waiting, foreign]), ['done', 'done', 'done'])
  ends.at(-1)?.()
  assert.equal(await held[2], 'done')
})

it('nobody waits for longer than the given time', async () => {
  const slots = createPictureSlots({ ...limits, ofHost: 1 })
  let end = () => {}
  const first = slots.run({ workspaceId: '1', host: 'a' }, 1, () => new Promise<void>((done) => (end = done)))
  assert.equal(await slots.run({ workspaceId: '1', host: 'a' }, 1, () => Promise.resolve(1)), null)
  end()
  await first
  assert.equal(await slots.run({ workspaceId: '1', host: 'a' }, 1, () => Promise.resolve(1)), 1)
})
