/** A transaction gets the moment and the cause of its change as settings, which end with it. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { runWithCause, type WriteCause } from '../../src/platform/cause.ts'
import { openWrite, setWriteMoment, type Write } from '../../src/platform/outbox.ts'
import type { Queryable } from '../../src/platform/tenant.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

interface ChangeSettings {
  moment: Date | null
  cause: string | null
}

async function settingsOf(db: Queryable): Promise<ChangeSettings> {
  const { rows } = await sql<ChangeSettings>`
    select nullif(current_setting('lodgewire.at', true), '')::timestamptz as moment,
           nullif(current_setting('lodgewire.cause', true), '') as cause`.execute(db)
  assert.ok(rows[0])
  return rows[0]
}

const write = (cause: WriteCause): Promise<{ opened: Write; settings: ChangeSettings }> =>
  runWithCause(cause, () =>
    app.db.transaction().execute(async (tx) => {
      const opened = await openWrite(tx, app.scope, app.clock.now())
      return { opened, settings: await settingsOf(tx) }
    }),
  )

it('sets moment and cause as they are, with quotes and backslashes', async () => {
  const cause: WriteCause = { kind: 'inbound_hint', connectionId: `it's \\' "$1" %s` }
  const { opened, settings } = await write(cause)
  assert.deepEqual(settings.moment, opened.at)
  assert.deepEqual(JSON.parse(settings.cause ?? ''), cause)
})

it('puts a change one millisecond after the one before, and gives it that moment', async () => {
  const first = await write({ kind: 'import' })
  const second = await write({ kind: 'expiry' })
  assert.equal(second.opened.at.getTime(), first.opened.at.getTime() + 1)
  assert.deepEqual(second.settings, { moment: second.opened.at, cause: '{"kind":"expiry"}' })
})

it('ends the settings with the transaction', async () => {
  await app.db.connection().execute(async (connection) => {
    const at = new Date('2026-03-04T05:06:07.089Z')
    await connection.transaction().execute(async (tx) => {
      await setWriteMoment(tx, at)
      assert.deepEqual(await settingsOf(tx), { moment: at, cause: null })
    })
    assert.deepEqual(await settingsOf(connection), { moment: null, cause: null })
  })
})
