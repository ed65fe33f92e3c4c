/** Every field of every row that a simulator serves, spoiled in every way: a side field never loses a record, an essential loses only its own. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startSimulator } from '../../simulators/index.ts'
import { connectors } from '../../src/connectors/index.ts'
import { openBench, type Bench, type StartSimulator } from '../../src/connector-kit/testing/bench.ts'
import { readAgain, recordReads, type ReadResult, type RecordedRead } from './recorded-reads.ts'
import { fieldsOf, plausible, spoil, spoilsOf, stateNames, type AnswerField } from './spoiled-fields.ts'
import { steadyFieldsOf, type RowPlaces } from './tolerance.ts'

const portfolio = { listings: 2, reservations: 10 }
/** The rows, and what a vendor still answers, are the same whatever day it is. */
const start: StartSimulator = (vendor, options) =>
  startSimulator(vendor, { ...options, now: '2026-11-01T10:00:00Z' })

/** Each vendor has a file of its own, so that they run beside each other. */
export function testSpoiledRows(vendor: string, places: RowPlaces): void {
  it(`rows of ${vendor} with a spoiled field are stored, or fail by themselves`, async () => {
    const connector = connectors[vendor]
    assert.ok(connector)
    const bench = (await openBench(connector, start, portfolio)) as unknown as Bench<never>
    try {
      const wrong: string[] = []
      let spoiled = 0
      await places.prepare?.(bench)
      for (const read of await recordReads(bench)) {
        const before = await readAgain(read, bench)
        for (const field of fieldsOf(read.answers)) {
          const isAmong = (patterns: RegExp[]) =>
            patterns.some((one) => one.test(field.place) || one.test(`${read.name}: ${field.place}`))
          if (isAmong(places.envelope)) continue
          const isEssential = isAmong(places.essential)
          const isLeftOut = isAmong(places.leftOut ?? [])
          for (const name of spoilsOf(field)) {
            if (isLeftOut && absences.has(name)) continue
            const problem = await problemWith(bench, { read, before, field, isEssential }, name)
            spoiled += 1
            if (problem !== null) wrong.push(`${read.name}: ${field.place} as ${name}: ${problem}`)
          }
        }
      }
      assert.ok(spoiled > 100, `only ${spoiled} fields were spoiled`)
      assert.deepEqual(wrong.slice(0, 60), [], `${wrong.length} of ${spoiled}`)
    } finally {
      await bench.close()
    }
  })
}

const absences: ReadonlySet<string> = new Set(['absent', 'null'])

interface SpoiledRead {
  read: RecordedRead
  before: ReadResult
  field: AnswerField
  isEssential: boolean
}

async function problemWith(
  bench: Bench<never>,
  { read, before, field, isEssential }: SpoiledRead,
  name: string,
): Promise<string | null> {
  const body = spoil(field, name)
  if (body === undefined) return null
  // A calendar is right as a whole or not at all.
  const isSingle = /^reservations\.one|^calendar/.test(read.name)
  const after = await readAgain(read, bench, { answer: field.answer, body }).catch((error: unknown) =>
    String(error),
  )
  // What would be a failure in a list is thrown of a single record.
  if (typeof after === 'string') return isEssential && isSingle ? null : `threw ${after.slice(0, 120)}`
  const lost = [...before.records.keys()].filter((id) => !after.records.has(id))
  const changed = [...before.records].flatMap(([id, record]) => {
    const now = after.records.get(id)
    const fields = now === undefined ? [] : changedFields(record, now, { field, name })
    return fields.length === 0 ? [] : [`${id} ${fields.join(' ')}`]
  })
  if (!isEssential) {
    // What was no record before may be told as broken, such as a booking without rooms that is no longer said to be called off.
    const isLoss = lost.length > 0 || after.failures.some((id) => before.records.has(id))
    if (after.failures.length > 0 && isLoss) return `failures ${after.failures.join(' ')}`
    return lost.length > 0
      ? `lost ${lost.join(' ')}`
      : changed.length > 0
        ? `changed ${changed.join(', ')}`
        : null
  }
  if (lost.length > 1 || changed.length > 1) return `lost ${lost.join(' ')}, changed ${changed.join(', ')}`
  if (after.failures.length > 1) return `failures ${after.failures.join(' ')}`
  const isGone = lost.length === 1 && after.failures.length === 0 && after.records.size < before.records.size
  if (isGone && !plausible.has(name)) return `lost ${lost.join(' ')} without a failure`
  return changed.length > 0 && !plausible.has(name) ? `changed ${changed.join(', ')}` : null
}

/** Essentials that are others now, and nights that were held and no longer are. */
function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  { field, name }: { field: AnswerField; name: string },
): string[] {
  // An inquiry whose state cannot be read may be a stay: its nights are held.
  const isHeld = stateNames.test(field.place) && after['kind'] === 'reservation'
  const steady = steadyFieldsOf(before).filter(
    (one) => before[one] !== after[one] && !(one === 'kind' && isHeld),
  )
  const opens = before['status'] !== 'cancelled' && after['status'] === 'cancelled'
  const isOpened = before['available'] === false && after['available'] === true && !saysOpen(field, name)
  return [...steady, ...(opens || isOpened ? ['opens nights'] : [])]
}

/** A flag that closes and is turned round says clearly that the night is open. */
const saysOpen = ({ value }: AnswerField, name: string): boolean =>
  ['1', 1, true].some((flag) => flag === value) && ['zero', 'zero as text', 'false'].includes(name)
