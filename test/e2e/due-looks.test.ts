/**
 * Finding due work must not cost more as other rows grow. Every query over all workspaces
 * (test/statements/crossing-places.ts) runs while nothing is due, beside few and many rows; plans show what it touches.
 * `DUE_LOOKS_LINES` prints it.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { crossing, reasons } from '../statements/crossing-places.ts'
import { costDuring, type Cost } from './constant-cost/statement-cost.ts'
import { calendars } from './due-looks/calendars.ts'
import { cleaning } from './due-looks/cleaning.ts'
import { deliveries } from './due-looks/deliveries.ts'
import { fill, perWorkspace, type DueLook } from './due-looks/due-look.ts'
import { moneyAndPeople } from './due-looks/money-and-people.ts'
import { server } from './due-looks/server.ts'
import { vendors } from './due-looks/vendors.ts'

const looks = [...moneyAndPeople, ...calendars, ...vendors, ...deliveries, ...cleaning, ...server]
const sizes = { few: 2_000, many: 40_000 }
const counts = { places: sizes.many, workspaces: sizes.many / perWorkspace }

const askedAfterRestores = 'asked once, when a restore is declared or an operator decides what was held'

/** Queries without a proof, with the reason. */
const unproven: Record<string, string> = {
  'src/features/calendar/night-writes/drop-pushes-queries.ts': askedAfterRestores,
  'src/features/observability/conditions/place-queries.ts':
    'asked while a condition is met, by a person who wants to know where',
  'src/features/recovery/declare-queries.ts': askedAfterRestores,
  'src/features/tenancy/members/drop-mails-queries.ts': askedAfterRestores,
  'src/features/webhooks/held-queries.ts': askedAfterRestores,
  'src/platform/encryption/seal-queries.ts':
    'asked when keys change, and then of everything that is encrypted',
  'src/platform/event-log-queries.ts': askedAfterRestores,
  'src/platform/partition-queries.ts': 'asks for the partitions, and reads no rows',
}

let app: TestApp
const costs = new Map<DueLook, { few: Cost; many: Cost }>()

async function measured(): Promise<Map<DueLook, Cost>> {
  await sql`vacuum analyze`.execute(app.db)
  const found = new Map<DueLook, Cost>()
  for (const look of looks) found.set(look, await costDuring(app, () => look.look(app)))
  return found
}

before(async () => {
  app = await startTestApp()
  const now = app.clock.now()
  await fill(app.db, { from: 0, to: sizes.few - 1, now }, looks)
  // A first run makes what is made only now and then.
  await measured()
  const few = await measured()
  await fill(app.db, { from: sizes.few, to: sizes.many - 1, now }, looks)
  const many = await measured()
  for (const look of looks) {
    const [one, other] = [few.get(look), many.get(look)]
    assert.ok(one && other)
    costs.set(look, { few: one, many: other })
  }
})
after(() => app.close())

describe('a look for what is due touches as much beside many rows as beside few:', () => {
  for (const look of looks)
    it(look.name, () => {
      const cost = costs.get(look)
      assert.ok(cost)
      const { few, many } = cost
      const line = `rows ${few.rows} → ${many.rows}, blocks ${few.blocks} → ${many.blocks}, handled ${few.handled} → ${many.handled}`
      if (process.env['DUE_LOOKS_LINES']) console.log(`${look.name}: ${line}`)
      const oneByOne = look.foreach ? look.foreach.rows * counts[look.foreach.of] : 0
      // A plan may read all of few rows.
      assert.ok(many.rows <= Math.min(few.rows, 100) + oneByOne + 10, line)
      // The same for rows that a step reads and filters out.
      assert.ok(many.handled <= Math.min(few.handled, 200) + 8 * oneByOne + 20, line)
      // An index of twenty times the rows has one more level at most.
      assert.ok(many.blocks <= few.blocks + few.descents + 4 * oneByOne + 10, line)
    })
})

it('is known of every statement that is asked over all workspaces', () => {
  const periodic = [reasons.due, reasons.cleaning, reasons.server]
  const proven = new Set(looks.map(({ file }) => file))
  assert.deepEqual(
    Object.entries(crossing).flatMap(([file, why]) =>
      periodic.includes(why) && !proven.has(file) && !(file in unproven) ? [file] : [],
    ),
    [],
  )
  assert.deepEqual(
    Object.keys(unproven).filter((file) => proven.has(file) || !(file in crossing)),
    [],
  )
})

it('says in docs/internals/benchmarks.md what goes one by one', () => {
  const text = readFileSync(new URL('../../docs/internals/benchmarks.md', import.meta.url), 'utf8')
  for (const { name, foreach } of looks)
    if (foreach) assert.ok(text.includes(`| ${name} | ${foreach.one} | ${foreach.rows} |`), name)
})
