/** The status page of the operator: behind its key, by itself up to date, readable, and of use while the database is away. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { createDatabase, type Database } from '../../../src/platform/db.ts'
import { createLog } from '../../../src/platform/log.ts'
import { withoutChromium, type WatchedPage } from '../connect/chromium.ts'
import { assertReadable, startConsoleWorld, type ConsoleWorld } from './world.ts'

const operatorKey = 'q7Zr0Tn4Vb8Xc2Lm6Kp1Jh5Gf9Ds3Aw5'

describe('the status page of the operator', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let database: Database
  before(async () => {
    world = await startConsoleWorld({ OPERATOR_API_KEY: operatorKey })
    database = createDatabase(world.databaseUrl, { log: createLog({ level: 'silent' }), max: 1 })
  })
  after(async () => {
    await database?.close()
    await world?.stop()
  })

  async function enter(page: Page, key: string): Promise<void> {
    await page.goto(world.addressOf('/operator'))
    await page.getByLabel('Operator key').fill(key)
    await page.getByRole('button', { name: 'Show the status' }).click()
  }
  const openStatus = async (looks?: Parameters<ConsoleWorld['open']>[0]): Promise<WatchedPage> => {
    const watched = await world.open(looks)
    await enter(watched.page, operatorKey)
    await watched.page.getByRole('heading', { name: 'Parts' }).waitFor()
    return watched
  }
  const setVersion = (version: string) =>
    sql`
      insert into server_processes (id, host, version, roles, started_at, figures)
      values ('elsewhere:1', 'elsewhere', ${version}, '{worker}', clock_timestamp() - interval '5 hours', '{}')`.execute(
      database.kysely,
    )

  test('opens to the operator’s key alone, and keeps it nowhere', async () => {
    const { page, context } = await world.open()
    await enter(page, world.server().keys.liveKey)
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Parts' }).count(), 0)
    await assertReadable(page, 'operator-key')
    await page.getByLabel('Operator key').fill(operatorKey)
    await page.getByRole('button', { name: 'Show the status' }).click()
    await page.getByRole('heading', { name: 'Parts' }).waitFor()
    const kept = String(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    )
    assert.ok(!kept.includes(operatorKey))
    assert.ok(!page.url().includes(operatorKey))
    await page.reload()
    await page.getByLabel('Operator key').waitFor()
    await context.close()
  })

  test('is not linked from the console of a member', async () => {
    await world.makeOwner()
    const { page, context } = await world.signIn()
    assert.equal(await page.locator('a[href*="/operator"]').count(), 0)
    await page.goto(world.addressOf('/operator'))
    await page.getByLabel('Operator key').waitFor()
    await context.close()
  })

  test('shows parts and processes, on a phone and in the dark too', async () => {
    for (const [name, looks] of [
      ['operator-status', {}],
      ['operator-status-phone', { width: 390 }],
      ['operator-status-dark', { colorScheme: 'dark' }],
    ] as const) {
      const { page, context, complaints } = await openStatus(looks)
      await page.locator('td[data-title=Part]').first().waitFor()
      await page.getByText(/PostgreSQL \d+/).waitFor()
      await assertReadable(page, name)
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('shows by itself what is met and what is over, with its runbook', async () => {
    const { page, context } = await openStatus()
    await page.getByText('No condition that has an alert is met.').waitFor()
    await sql`update server_processes set started_at = started_at - interval '2 hours'`.execute(
      database.kysely,
    )
    await setVersion('0.0.9')
    const card = page.locator('[data-condition=LodgewireVersionsMixed]')
    await card.waitFor({ timeout: 40_000 })
    const runbook = await card.getByRole('link').getAttribute('href')
    assert.match(String(runbook), /\/docs\/operate\/alarms#lodgewireversionsmixed$/)
    await assertReadable(page, 'operator-status-trouble')
    await sql`delete from server_processes where id = 'elsewhere:1'`.execute(database.kysely)
    await card.waitFor({ state: 'detached', timeout: 40_000 })
    await context.close()
  })

  test('says which source failed and shows the rest', async () => {
    await sql`alter table stay_conflicts rename to stay_conflicts_away`.execute(database.kysely)
    const { page, context } = await openStatus()
    await page.getByText('Part of it could not be read. The rest is right.').waitFor()
    await page.getByText(/PostgreSQL \d+/).waitFor()
    await assertReadable(page, 'operator-status-partial')
    await sql`alter table stay_conflicts_away rename to stay_conflicts`.execute(database.kysely)
    await context.close()
  })
})
