/** Plans at a simulated PMS, with answers that are lost and servers that die between claim and outcome. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { errorOf, startPmsWorld, stay, type PmsWorld } from '../bookings/pms-world.ts'

interface MadePlan extends Record<string, unknown> {
  id: string
  token: string
}

describe('a plan at a PMS', { concurrency: false }, () => {
  let world: PmsWorld
  before(async () => {
    world = await startPmsWorld()
  })
  after(() => world.close())

  const plan = async (body: object): Promise<MadePlan> => {
    const answer = await world.send('POST', '/v1/plans', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body as unknown as MadePlan
  }
  const confirm = ({ id, token }: MadePlan) => world.send('POST', `/v1/plans/${id}/confirm`, { token })
  const booking = (values: object = {}) =>
    plan({ kind: 'booking', listingId: world.listingId, ...stay, ...values })

  it('books, changes and cancels there once', async () => {
    const before = world.booked().length
    const made = await booking()
    assert.deepEqual(made['channels_touched'], ['hostaway'])
    assert.equal(world.booked().length, before)
    const done = await confirm(made)
    assert.equal(done.status, 200, done.text)
    assert.equal((await confirm(made)).body['repeated'], true)
    assert.equal(world.booked().length, before + 1)
    const id = String(done.body['result']?.['id'])
    const change = await plan({ kind: 'change', reservation_id: id, guestCount: 1 })
    const changed = await confirm(change)
    assert.equal(changed.status, 200, changed.text)
    const cancelled = await confirm(await plan({ kind: 'cancellation', reservation_id: id }))
    assert.equal(cancelled.status, 200, cancelled.text)
    assert.equal(cancelled.body['result']?.['status'], 'cancelled')
  })

  it('sets prices and closes nights there', async () => {
    const dates = ['2027-04-01', '2027-04-02']
    const priced = await confirm(
      await plan({ kind: 'prices', listing_id: world.listingId, dates, price: 77 }),
    )
    assert.equal(priced.status, 200, priced.text)
    const closed = await confirm(await plan({ kind: 'closure', listing_id: world.listingId, dates }))
    assert.equal(closed.status, 200, closed.text)
    const { body } = await world.app.get(`/v1/availability/${world.listingId}?from=2027-04-01&to=2027-04-02`)
    assert.deepEqual(
      [...(body['days'] ?? [])].map((day) => [day['price'], day['available']]),
      [
        [77, false],
        [77, false],
      ],
    )
  })

  it('sends a message once, unless the guest wrote meanwhile', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from conversations where workspace_id = ${world.app.workspace.id} and external_id is not null
      order by id limit 1`.execute(world.app.db)
    const [thread] = rows
    assert.ok(thread)
    const body = { kind: 'message', conversation_id: thread.id, text: 'The key is in the box.' }
    const first = await plan(body)
    const stale = await plan(body)
    assert.equal((first['guests_told'] as string[]).length, 1)
    const sent = await confirm(first)
    assert.equal(sent.status, 200, sent.text)
    assert.equal((await confirm(first)).body['repeated'], true)
    assert.deepEqual(errorOf(await confirm(stale), 409, 'plan_stale')['changed'], ['the conversation'])
  })

  it('whose server died after the booking and before its outcome is finished by repeating it', async () => {
    const before = world.booked().length
    const made = await booking({ checkIn: '2027-03-10', checkOut: '2027-03-12' })
    assert.equal((await confirm(made)).status, 200)
    // The plan as the process that died left it.
    await sql`update agent_plans set status = 'confirming', outcome = null where id = ${made.id}`.execute(
      world.app.db,
    )
    const again = await confirm(made)
    assert.equal(again.status, 200, again.text)
    assert.equal(world.booked().length, before + 1)
  })

  it('whose outcome is lost is not refused because its key lost a scope meanwhile', async () => {
    const made = await world.send('POST', '/v1/keys', { name: 'planner', scopes: ['*:read', '*:write'] })
    const key = String(made.body['secret'])
    const call = (url: string, body: object) => world.app.call('POST', url, { key, body })
    const dates = { checkIn: '2027-06-10', checkOut: '2027-06-12' }
    const { body } = await call('/v1/plans', {
      kind: 'booking',
      listingId: world.listingId,
      ...stay,
      ...dates,
    })
    const repeat = () => call(`/v1/plans/${String(body['id'])}/confirm`, { token: String(body['token']) })
    assert.equal((await repeat()).status, 200)
    await sql`update agent_plans set status = 'confirming', outcome = null where id = ${body['id']}`.execute(
      world.app.db,
    )
    const scopes = (list: string[]) =>
      world.send('PATCH', `/v1/keys/${String(made.body['id'])}`, { scopes: list })
    await scopes(['plans:write'])
    world.app.clock.advance(2_000)
    errorOf(await repeat(), 503, 'plan_unfinished')
    await scopes(['*:read', '*:write'])
    world.app.clock.advance(2_000)
    assert.equal((await repeat()).status, 200)
  })

  it('whose server died before the booking is carried out by repeating it', async () => {
    const before = world.booked().length
    const made = await booking({ checkIn: '2027-03-20', checkOut: '2027-03-22' })
    await sql`
      update agent_plans set status = 'confirming', confirmed_at = created_at where id = ${made.id}`.execute(
      world.app.db,
    )
    world.app.clock.advance(60_000)
    const again = await confirm(made)
    assert.equal(again.status, 200, again.text)
    assert.equal(world.booked().length, before + 1)
  })

  it('is not finished while the PMS is down, and once it is back', async () => {
    const before = world.booked().length
    const made = await booking({ checkIn: '2027-05-01', checkOut: '2027-05-03' })
    world.fault('500', 'POST', '/v1/reservations')
    const down = errorOf(await confirm(made), 503, 'plan_unfinished')
    assert.equal((down['refusal'] as { code: string }).code, 'pms_error')
    const { body } = await world.app.get(`/v1/plans/${made.id}`)
    assert.equal(body['status'], 'confirming')
    world.app.clock.advance(6_000)
    const again = await confirm(made)
    assert.equal(again.status, 200, again.text)
    assert.equal(world.booked().length, before + 1)
  })

  it('whose outcome nobody learned in a day is over', async () => {
    const made = await booking({ checkIn: '2027-05-10', checkOut: '2027-05-12' })
    await sql`
      update agent_plans set status = 'confirming', confirmed_at = created_at where id = ${made.id}`.execute(
      world.app.db,
    )
    world.app.clock.advance(21 * 3_600_000)
    errorOf(await confirm(made), 409, 'plan_expired')
  })
})
