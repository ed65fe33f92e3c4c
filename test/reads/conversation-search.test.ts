/** The conversations that a search, a listing or a stay finds. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace } from '../api/rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

it('are found by the guest, the subject and the confirmation code, the latest first, among those of a listing', async () => {
  const space = await freshSpace(app)
  const { rows } = space
  const [villa, loft, closed] = [
    await rows.listing(),
    await rows.listing(),
    await rows.listing({ active: false, inactive_reason: 'deactivated' }),
  ]
  const guest = await rows.guest({ first_name: 'Zoë', last_name: 'Ångström' })
  await rows.contact(guest, 'email', 'secret@example.com')
  const stay = await rows.stay({
    listing_id: loft,
    check_in: '2026-07-01',
    check_out: '2026-07-04',
    guest_id: guest,
    confirmation_code: 'HM48120',
  })
  const at = (day: number) => `2026-06-0${day}T12:00:00Z`
  const asked = await rows.conversation({ listing_id: villa, guest_id: guest, last_message_at: at(1) })
  const booked = await rows.conversation({ listing_id: loft, reservation_id: stay, last_message_at: at(3) })
  const subject = await rows.conversation({
    listing_id: villa,
    subject: '100% Ångström?',
    last_message_at: at(2),
  })
  await rows.conversation({ listing_id: closed, guest_id: guest, last_message_at: at(4) })
  await rows.conversation({ listing_id: villa, subject: 'Parking', last_message_at: at(5) })
  const found = (query: Record<string, string>) =>
    space.ids(`/v1/conversations?${new URLSearchParams({ include_total: 'true', ...query })}`)
  assert.deepEqual(await found({ q: 'ångs' }), [booked, subject, asked])
  assert.deepEqual(await found({ q: 'zoë Ång' }), [booked, asked])
  assert.deepEqual(await found({ q: '0% å' }), [subject])
  assert.deepEqual(await found({ q: 'hm48120' }), [booked])
  assert.deepEqual(await found({ q: 'HM4812' }), [])
  assert.deepEqual(await found({ q: 'secret@' }), [])
  assert.deepEqual(await found({ q: 'Ångström', listing_id: villa }), [subject, asked])
  assert.deepEqual(await found({ q: 'Ångström', platform: 'booking' }), [])
  assert.deepEqual(await found({ reservation_id: stay }), [booked])
  assert.deepEqual(await found({ listing_id: loft }), [booked])
  const first = await space.get('/v1/conversations?q=ångs&limit=2')
  const { nextCursor } = first.body['pagination'] as unknown as { nextCursor: string }
  const rest = await space.get(`/v1/conversations?q=ångs&limit=2&cursor=${encodeURIComponent(nextCursor)}`)
  assert.deepEqual(
    (rest.body['data'] as unknown as { id: string }[]).map(({ id }) => id),
    [asked],
  )
  const other = await freshSpace(app)
  assert.deepEqual(await other.ids('/v1/conversations?q=ångs&include_total=true'), [])
})
