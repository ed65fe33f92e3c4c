/** Certification must notice fields that a connector forgot to read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { ignored } from '../../connectors/airbnb/testing/ignored.ts'
import { airbnb } from '../../connectors/airbnb/index.ts'
import { childOf } from '../xml.ts'
import { xml } from '../xml-write.ts'
import { rootIn, XmlDocument } from '../xml-document.ts'
import type { VendorHttp } from '../http.ts'
import { openBench } from './bench.ts'
import { forgottenIn, readAll } from './field-suite.ts'
import { noteFields, type NotedFields } from './unread-fields.ts'

const none = (): NotedFields => ({ filled: new Set(), read: new Set() })

function answering(answer: unknown): VendorHttp {
  const call = async () => answer
  return { get: call, post: call, put: call, patch: call, delete: call }
}

test('a field of a record, one of an element and one in a list are forgotten until they are read', async () => {
  const noted = none()
  const json = answering({
    rows: [
      { id: 7, price: 90, phones: ['+1'] },
      { id: 8, price: null },
    ],
  })
  noteFields(json, noted)
  const { rows } = (await json.get('/v2/rows/123')) as { rows: { id: number; phones?: string[] }[] }
  assert.deepEqual(
    rows.map(({ id }) => id),
    [7, 8],
  )
  assert.deepEqual(forgottenIn(noted, []), ['GET /v2/rows/* rows.phones', 'GET /v2/rows/* rows.price'])
  assert.equal(rows[0]?.phones?.[0], '+1')
  assert.deepEqual(forgottenIn(noted, [{ at: /price/, why: 'of no use' }]), [])

  const document = answering(
    new XmlDocument(xml('rooms', {}, xml('room', { id: 1, name: 'Loft' }, 'A loft'))),
  )
  const fields = none()
  noteFields(document, fields)
  const room = childOf(rootIn(await document.post('/rooms'), 'rooms'), 'room')
  assert.equal(room?.attributes.id, '1')
  assert.deepEqual(forgottenIn(fields, []), ['POST /rooms room', 'POST /rooms room@name'])
})

test('prices of Airbnb under a name that the connector does not know would be found', async () => {
  const bench = await openBench(airbnb, startSimulator, { listings: 2, reservations: 4 })
  try {
    const { http } = bench.context()
    const get = http.get.bind(http)
    http.get = async (path, options) => {
      const text = JSON.stringify(await get(path, options))
      return JSON.parse(text.replaceAll('"daily_price"', '"price_a_night"')) as unknown
    }
    const noted = none()
    await readAll(bench, noted)
    assert.deepEqual(
      forgottenIn(noted, ignored).filter((field) => field.includes('price')),
      ['GET /v2/calendars/*/*/* calendar.days.price_a_night'],
    )
  } finally {
    await bench.close()
  }
})
