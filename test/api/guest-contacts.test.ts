/** One person of one name is one guest, however a number is written; two people with a contact that stands for none are two. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { freshSpace } from './rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const idOf = ({ status, body, text }: { status: number; body: unknown; text: string }): string => {
  assert.ok(status === 200 || status === 201, text)
  return String((body as { id: string }).id)
}

it('a number with and without its plus finds the stored guest, whichever was first', async () => {
  const own = await freshSpace(app)
  const make = (firstName: string, phone: string) => own.post('/v1/guests', { firstName, phone })
  for (const [name, first, second] of [
    ['Camille', '33781295450', '+33 7 81 29 54 50'],
    ['Paul', '+33 (0)7 81 29 54 51', '33-781-295-451'],
  ] as const) {
    const id = idOf(await make(name, first))
    assert.equal(idOf(await make(name, second)), id)
    const profile = await own.get(`/v1/guests/${id}`)
    assert.equal([...(profile.body['contacts'] ?? [])].length, 1, profile.text)
  }
})

it('contacts that stand for none are kept, and make two guests of two people', async () => {
  const own = await freshSpace(app)
  for (const contact of [
    { phone: '0000000000' },
    { email: 'noemail@example.org' },
    { email: 'maria.482913@guest.booking.com' },
  ]) {
    const make = () => own.post('/v1/guests', { firstName: 'Maria', ...contact })
    const [first, second] = [idOf(await make()), idOf(await make())]
    assert.notEqual(first, second, JSON.stringify(contact))
    const profile = await own.get(`/v1/guests/${second}`)
    assert.equal([...(profile.body['contacts'] ?? [])].length, 1, profile.text)
  }
})

it('who was forgotten takes nobody along who has the same placeholder', async () => {
  const own = await freshSpace(app)
  const listingId = await own.rows.listing({ currency: 'EUR', default_nightly_price: '100' })
  const guest = { firstName: 'Maria', phone: '0000000000' }
  const book = (checkIn: string, checkOut: string) =>
    own.post('/v1/reservations', { listingId, checkIn, checkOut, guest })
  const first = await book('2027-07-01', '2027-07-03')
  const gone = await app.call('POST', `/v1/guests/${String(first.body['guestId'])}/forget`, {
    key: own.liveKey,
  })
  assert.ok(gone.status < 300, gone.text)
  const second = await book('2027-08-01', '2027-08-03')
  assert.equal(second.status, 201, second.text)
  const shown = await own.get(`/v1/reservations/${String(second.body['id'])}`)
  assert.equal(shown.body['primaryGuest']['firstName'], 'Maria', shown.text)
})
