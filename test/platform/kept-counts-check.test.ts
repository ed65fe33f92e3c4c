/**
 * `lodgewire doctor` finds whatever is kept and is not what the rows say, and what it tells to do about it mends it. Every table that keeps
 * something has to be here: one that is new is made wrong too, or fails.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { DoctorFinding } from '../../src/cli/doctor/finding.ts'
import { checkers, compare } from '../../src/cli/doctor/kept-counts.ts'
import { isOnCitus } from '../harness/database.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { auditLineList } from '../e2e/constant-cost/audit-list.ts'
import { guestList } from '../e2e/constant-cost/guest-list.ts'
import { listingList } from '../e2e/constant-cost/listing-lists.ts'
import { requestList } from '../e2e/constant-cost/request-list.ts'
import { reservationList } from '../e2e/constant-cost/reservation-list.ts'
import { webhookDeliveryList } from '../e2e/constant-cost/webhook-delivery-list.ts'

/** Without its triggers a row can be listed wrongly. A session of Citus cannot switch them off on the workers. */
const skippedOnCitus = (statement: string) =>
  isOnCitus() &&
  statement.includes('session_replication_role') &&
  'NOT RUN on Citus: triggers cannot be switched off'

/** What keeps something: the checker that tells, and ways in which it goes wrong. */
const kinds: Record<string, { told: keyof typeof checkers; wrong: readonly string[] }> = {
  record_counts: {
    told: 'record_count_differences',
    wrong: [
      'update record_counts set n = n + 1',
      'delete from record_counts',
      `insert into record_counts select id, 'reviews', 'all', 0, array['unheard'], 3 from workspaces`,
    ],
  },
  reservation_counts: {
    told: 'reservation_count_differences',
    wrong: ['update reservation_counts set n = n + 1', 'delete from reservation_counts'],
  },
  guest_figures: {
    told: 'guest_figure_differences',
    wrong: [
      'update guest_figures set stayed = stayed + 1',
      `update guest_figures set bookings = 0, shown = 0`,
      'delete from guest_figures',
    ],
  },
  request_counts: {
    told: 'request_count_differences',
    wrong: ['update request_counts set n = n + 1', 'delete from request_counts'],
  },
  audit_counts: {
    told: 'audit_count_differences',
    wrong: ['update audit_counts set n = n + 1', 'delete from audit_counts'],
  },
  audit_changes: {
    told: 'audit_count_differences',
    wrong: [
      `insert into audit_changes (workspace_id, hour, action, outcome, actor, n) select id, 1, 'a', 'done', 'b', 1 from workspaces`,
    ],
  },
  delivery_counts: {
    told: 'delivery_count_differences',
    wrong: ['update delivery_counts set others = others + 1', 'delete from delivery_counts'],
  },
  airbnb_bookings: {
    told: 'airbnb_booking_differences',
    wrong: [`update airbnb_bookings set state = 'denied'`, 'delete from airbnb_bookings'],
  },
  'listings.on_channels': {
    told: 'sold_where_differences',
    wrong: [`update listings set on_channels = ''`, `update listings set on_hosts = ',7,'`],
  },
  'listings.listed_as': {
    told: 'record_count_differences',
    wrong: [
      `set session_replication_role = replica; update listings set listed_as = array['active']; set session_replication_role = origin`,
    ],
  },
  'reservations.listed_as': {
    told: 'reservation_count_differences',
    wrong: [
      `update reservations set listed_as = 'pending'`,
      'update reservations set listed_as = null',
      'update reservations set listed_under = 7',
    ],
  },
}

/** No rows stand behind them. */
const countedAsItHappens = ['channel_push_counts']

let app: TestApp
before(async () => {
  app = await startTestApp()
  for (const { fill } of [listingList, guestList, requestList, auditLineList, webhookDeliveryList])
    await fill(app, await app.addWorkspace(), 20)
  await reservationList.fill(app, await app.addWorkspace(), 80)
})
after(() => app.close())

const look = () => compare(app.services.pool)
/** As a doctor that has found nothing. */
const assertWell = async () =>
  assert.deepEqual(
    (await look()).map(({ level, found }) => ({ level, found: level === 'ok' ? '' : found })),
    [{ level: 'ok', found: '' }],
  )
const run = (statement: string) => app.services.pool.query(statement)
/** Counts anew the workspaces that are told of, as the advice says. */
async function mend(found: readonly DoctorFinding[]): Promise<void> {
  const told = new Set(found.map((one) => /^workspace (\d+):/.exec(one.found)?.[1]))
  for (const id of told) await app.services.pool.query('select count_anew($1::bigint)', [id])
}

describe('what is kept and is not what the rows say', () => {
  it('is nothing at first', assertWell)
  it('is looked for by every checker there is', async () => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc where proname ~ '_differences$' and pronamespace = 'public'::regnamespace order by 1`.execute(
      app.db,
    )
    assert.deepEqual(
      rows.map(({ name }) => name),
      Object.keys(checkers).toSorted(),
    )
    assert.deepEqual(
      [...new Set(Object.values(kinds).map(({ told }) => told))].toSorted(),
      Object.keys(checkers).toSorted(),
    )
  })
  it('is made wrong here for every table that keeps something', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname ~ '_(counts|figures)$' and relkind in ('r', 'p')
        and relnamespace = 'public'::regnamespace order by 1`.execute(app.db)
    const { rows: columns } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (column_name = 'on_channels' or (column_name = 'listed_as' and data_type = 'text'
        and table_name not like '%\\_counts'))`.execute(app.db)
    const unknown = [...rows, ...columns]
      .map(({ name }) => name)
      .filter((name) => !(name in kinds) && !countedAsItHappens.includes(name))
    assert.deepEqual(unknown, [])
  })
  for (const [kind, { told, wrong }] of Object.entries(kinds))
    for (const statement of wrong)
      it(
        `is told and mended: ${kind}, ${statement.slice(0, 50)}`,
        { skip: skippedOnCitus(statement) },
        async () => {
          const results = [await run(statement)].flat()
          assert.ok(
            results.some(({ rowCount }) => Number(rowCount) > 0),
            'nothing was made wrong',
          )
          const found = (await look()).filter(({ level }) => level === 'warn')
          const of = found.find((one) => one.found.includes(checkers[told]))
          assert.ok(of, JSON.stringify(found))
          assert.match(of.found, /^workspace \d+: \d+ /)
          assert.match(
            'advice' in of ? of.advice : '',
            new RegExp(`select \\* from ${told}\\(\\d+\\).*count_anew\\(\\d+\\)`),
          )
          await mend(found)
          await assertWell()
        },
      )
})
