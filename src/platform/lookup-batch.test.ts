import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { createLookupBatch } from './lookup-batch.ts'

/** The test ends each query by hand and sees its keys. */
function looks() {
  const begun: { keys: readonly string[]; end(value: string): void; fail(error: Error): void }[] = []
  const ask = createLookupBatch<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    begun.push({
      keys,
      end: (value) => resolve(new Map(keys.map((key) => [key, `${key} ${value}`]))),
      fail: reject,
    })
    return promise
  })
  return { begun, ask }
}

it('asks together what came together, and what comes later with the next look', async () => {
  const { begun, ask } = looks()
  const first = [ask('a'), ask('b'), ask('a')]
  await turn()
  assert.deepEqual(
    begun.map(({ keys }) => keys),
    [['a', 'b']],
  )
  // A key that comes while a query runs needs a new query: the running one may have older data.
  const later = ask('a')
  await turn()
  assert.equal(begun.length, 1)
  begun[0]?.end('before')
  assert.deepEqual(await Promise.all(first), ['a before', 'b before', 'a before'])
  await turn()
  assert.deepEqual(begun[1]?.keys, ['a'])
  begun[1]?.end('after')
  assert.equal(await later, 'a after')
})

it('tells everybody of a look that failed, and goes on', async () => {
  const { begun, ask } = looks()
  const answers = [ask('a'), ask('b')]
  await turn()
  begun[0]?.fail(new Error('away'))
  for (const one of answers) await assert.rejects(one, /away/)
  const again = ask('a')
  await turn()
  begun[1]?.end('there')
  assert.equal(await again, 'a there')
})

it('does not wait for long for a look that does not end', async () => {
  const { begun, ask } = looks()
  const stuck = ask('a')
  await turn()
  const later = ask('a')
  while (begun.length < 2) await pause(5)
  begun[1]?.end('there')
  assert.equal(await later, 'a there')
  begun[0]?.end('late')
  assert.equal(await stuck, 'a late')
  // The first query's late end must not start another.
  await turn()
  assert.equal(begun.length, 2)
})

it('finds nothing for a key that the look has nothing about', async () => {
  const ask = createLookupBatch<string>(async () => new Map())
  assert.equal(await ask('a'), undefined)
})
