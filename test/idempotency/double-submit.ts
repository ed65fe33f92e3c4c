/** The same requests twice at the same time, at two servers: exactly one of each pair is carried out. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { notOnce, startServers, type ServerAnswer, type Servers } from './processes.ts'

/** Requests that are under way at any time. */
const atOnce = 100

/** What is wrong with the answers to a pair: one was carried out, the other is its copy or was told to wait. */
function wrong(answers: readonly (ServerAnswer | null)[]): string | undefined {
  const [made, ...others] = answers.filter((answer) => answer?.status === 201 && !answer.cached)
  if (!made || others.length > 0) return `${others.length + (made ? 1 : 0)} were carried out`
  const other = answers.find((answer) => answer !== made)
  if (other?.status === 201 && other.text === made.text) return undefined
  if (other?.status === 409 && other.text.includes('"idempotency_key_in_use"')) return undefined
  return `the other answered ${other?.status} ${other?.text}`
}

export async function doubleSubmit(pairs: number): Promise<void> {
  const servers = await startServers()
  try {
    await submitPairs(servers, pairs)
  } finally {
    await servers.close()
  }
}

async function submitPairs(servers: Servers, pairs: number): Promise<void> {
  const both = await Promise.all([servers.start(), servers.start()])
  const wanted = Array.from({ length: pairs }, (_, i) => ({ key: randomUUID(), name: `thing ${i}` }))
  const faults: string[] = []
  const met = { running: 0, finished: 0 }
  let next = 0
  const submitter = async () => {
    for (let pair = wanted[next++]; pair; pair = wanted[next++]) {
      const { key, name } = pair
      const answers = await Promise.all(both.map((server) => servers.send(server, key, name)))
      const fault = wrong(answers)
      if (fault) faults.push(`${name}: ${fault}`)
      if (answers.some((answer) => answer?.status === 409)) met.running += 1
      if (answers.some((answer) => answer?.cached)) met.finished += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce / 2 }, submitter))
  assert.deepEqual(faults.slice(0, 5), [])
  const names = wanted.map(({ name }) => name)
  assert.deepEqual(await notOnce(servers.db, names), [])
  // Otherwise the two never met, and nothing was tested.
  assert.ok(met.running > 0 && met.running + met.finished === pairs, JSON.stringify(met))
  for (const { key, name } of wanted.slice(0, 100)) {
    assert.equal((await servers.send(both[1], key, name))?.cached, true, name)
  }
}
