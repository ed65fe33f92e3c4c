import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml, XmlError } from '../../src/connector-kit/xml.ts'
import { openAccount } from './test-account.ts'

const queue = '/hotels/ota/OTA_HotelResNotif'

test('an acknowledgement counts although its answer was lost, and not where it never arrived', async (t) => {
  const { control, waiting, acknowledge } = await openAccount(t, { reservations: 0 })
  for (const [kind, isTaken] of [
    ['drop', false],
    ['lost_answer', true],
  ] as const) {
    const id = String((await control('POST', '/reservations', {})).body.id)
    await waiting('new')
    await control('POST', '/faults', { kind, method: 'POST', path: queue })
    await assert.rejects(acknowledge('new', id))
    assert.equal((await waiting('new')).includes(id), !isTaken, kind)
    assert.equal((await acknowledge('new', id)).status, 200)
  }
})

test('answers may be cut off, be pages, or be errors after all was done', async (t) => {
  const { control, simulator, token, waiting } = await openAccount(t, { reservations: 5 })
  const ask = async () => {
    const response = await fetch(`${simulator.url}/hotels/xml/reservations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/xml' },
      body: '<request/>',
    })
    return { status: response.status, text: await response.text() }
  }
  await control('POST', '/faults', { kind: 'malformed' })
  const cut = await ask()
  assert.throws(() => readXml(cut.text), XmlError)
  assert.equal(cut.status, 200)
  await control('POST', '/faults', { kind: 'html' })
  const page = await ask()
  assert.deepEqual([page.status, /<!DOCTYPE html>/.test(page.text)], [200, true])
  assert.throws(() => readXml(page.text), { reason: 'doctype' })
  const id = String((await control('POST', '/reservations', {})).body.id)
  await waiting('new')
  await control('POST', '/faults', { kind: 'late_500' })
  assert.equal((await ask()).status, 500)
  await control('POST', '/faults', { kind: 'token_expired' })
  assert.deepEqual([(await ask()).status, (await ask()).status], [401, 401])
  assert.ok(
    (simulator.operations.state(new Set(['queue'])).queue as { id: number }[]).some(
      (one) => String(one.id) === id,
    ),
  )
})

test('a reservation can be told again, in either queue', async (t) => {
  const { control, waiting, acknowledge } = await openAccount(t, { reservations: 5 })
  const id = String((await control('POST', '/reservations', {})).body.id)
  await waiting('new')
  await acknowledge('new', id)
  assert.equal((await control('POST', '/queue', { reservation_id: id, queue: 'new' })).status, 201)
  assert.deepEqual(await waiting('new'), [id])
  await control('POST', '/queue', { reservation_id: id, queue: 'modify' })
  assert.deepEqual([await waiting('new'), await waiting('modify')], [[], [id]])
  assert.equal((await control('POST', '/queue', { reservation_id: id, queue: 'old' })).status, 400)
  assert.equal((await control('POST', '/queue', { reservation_id: 1, queue: 'new' })).status, 404)
})
