import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnQueue } from './turn-queue.ts'

/** The test ends each job by hand. */
function world(atOnce: number) {
  const queue = createTurnQueue({ atOnce })
  const begun: string[] = []
  const ends = new Map<string, (fails?: boolean) => void>()
  const add = (workspaceId: string, name: string) =>
    queue.run(workspaceId, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (fails = false) => (fails ? reject(new Error(name)) : resolve(name))),
      )
    })
  const end = async (name: string, fails = false) => {
    ends.get(name)?.(fails)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { add, begun, end }
}

test('a workspace that asks often waits for itself', async () => {
  const { add, begun, end } = world(1)
  const jobs = [add('noisy', 'n1'), add('noisy', 'n2'), add('noisy', 'n3'), add('quiet', 'q1')]
  for (const name of ['n1', 'q1', 'n2', 'n3']) await end(name)
  assert.deepEqual(begun, ['n1', 'q1', 'n2', 'n3'])
  assert.deepEqual(await Promise.all(jobs), ['n1', 'n2', 'n3', 'q1'])
})

test('of one workspace one thing is done at a time, whatever fails', async () => {
  const { add, begun, end } = world(3)
  const failing = assert.rejects(add('a', 'a1'), /a1/)
  const others = [add('a', 'a2'), add('b', 'b1'), add('c', 'c1'), add('d', 'd1')]
  assert.deepEqual(begun, ['a1', 'b1', 'c1'])
  await end('a1', true)
  await failing
  assert.deepEqual(begun.slice(3), ['d1'])
  await end('b1')
  assert.deepEqual(begun.slice(4), ['a2'])
  for (const name of ['a2', 'c1', 'd1']) await end(name)
  assert.deepEqual(await Promise.all(others), ['a2', 'b1', 'c1', 'd1'])
})
