/** A channel that tells the number of a card: it reaches no column, no log line and no answer of this server. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, test } from 'node:test'
import { base, startBookingWorld } from './booking-world.ts'

const card = '4111111111111111'
const hex = Buffer.from(card).toString('hex')
const tells = (text: string) => text.includes(card) || text.includes(hex)

const world = await startBookingWorld()
after(() => world.close())
const { app, simulator, hotelId } = world

/** Every table there is, whatever its columns are: bytes read as hexadecimal digits. */
async function tablesThatTell(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(app.db)
  assert.ok(rows.length > 50)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: held } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} r
      where r::text like ${`%${card}%`} or r::text like ${`%${hex}%`}`.execute(app.db)
    if ((held[0]?.count ?? 0) > 0) found.push(name)
  }
  return found
}

test('the number of a card that the channel tells is kept, logged and answered nowhere', async () => {
  const lines: string[] = []
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = ((line: string | Uint8Array) => Boolean(lines.push(String(line)))) as typeof write
  const { log } = app.services
  const level = log.level
  try {
    log.level = 'trace'
    await world.pause()
    const book = (fields: object = {}) =>
      world.there<{ id: number }>('/reservations', { card_number: card, ...fields })
    const [first, second, odd] = [await book(), await book(), await book()]
    const told = JSON.stringify(
      await world.asked(({ http }) =>
        http.get('/hotels/ota/OTA_HotelResNotif', { query: { hotel_ids: hotelId } }),
      ),
    )
    assert.ok(told.includes(card), 'the channel does tell it')
    const answers: string[] = []
    const get = async (path: string) => answers.push((await app.get(path)).text)
    await get(`${base}/reservations?type=new&hotel_id=${hotelId}`)
    await get(`${base}/reservations?type=details&hotel_id=${hotelId}&reservation_id=${first.id}`)
    await world.resume()
    await world.readAgain()
    // Changed, called off, and of a kind that cannot be stored, whose failure is shown.
    const change = (id: number, fields: object) =>
      fetch(`${simulator.control}/reservations/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
    await change(first.id, { adults: 1 })
    await world.there(`/reservations/${second.id}/cancel`)
    await change(odd.id, { status: 'teleported' })
    await get(`${base}/reservations?type=modified&hotel_id=${hotelId}`)
    for (const kind of ['malformed', 'html', 'late_500']) {
      simulator.faults.add({ kind, count: 20, path: '/hotels' })
      await get(`${base}/reservations?type=modified&hotel_id=${hotelId}`)
      await world.readAgain()
      simulator.faults.clear()
    }
    await world.readAgain()
    for (const path of ['/v1/reservations?limit=100', `/v1/connections/${world.connectionId}/runs?limit=100`])
      await get(path)
    await get(`/v1/connections/${world.connectionId}/failures?limit=100`)
    await get('/v1/events?limit=100')
    const here = (await app.get('/v1/reservations?limit=100')).text
    assert.ok(here.includes(String(first.id)), 'the booking itself was read')
    assert.deepEqual(answers.filter(tells), [])
    assert.ok(lines.length > 20, 'something was logged')
    assert.deepEqual(lines.filter(tells), [])
    assert.deepEqual(await tablesThatTell(), [])
  } finally {
    process.stderr.write = write
    log.level = level
  }
})
