import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXml } from '../../connector-kit/xml-write.ts'
import { monthsOf, type NightSettings } from './written-nights.ts'

const night = (date: string, settings: NightSettings, roomId = '7') => ({
  roomId,
  rateId: '71',
  date,
  settings,
})
const texts = (...nights: Parameters<typeof monthsOf>[0]) =>
  monthsOf(nights).map((root) => writeXml(root).split('\n')[1])

test('nights with the same settings stand together, named one by one', () => {
  assert.deepEqual(texts(night('2026-07-01', { price: '90.5' }), night('2026-07-03', { price: '90.5' })), [
    '<request><version>1.0</version><room id="7"><date value1="2026-07-01" value2="2026-07-03"><rate id="71"/><price>90.5</price></date></room></request>',
  ])
})

test('of several settings of a night the later one counts, and the others stay', () => {
  const [text] = texts(
    night('2026-07-01', { price: '90', roomstosell: 2 }),
    night('2026-07-01', { price: '95', closedonarrival: 1 }),
  )
  assert.match(
    text ?? '',
    /<date value="2026-07-01"><rate id="71"\/><price>95<\/price><roomstosell>2<\/roomstosell><closedonarrival>1<\/closedonarrival><\/date>/,
  )
})

test('a request is about one month, and about all rooms', () => {
  const months = texts(
    night('2026-07-31', { price: '90' }),
    night('2026-08-01', { price: '90' }),
    night('2026-07-31', { price: '60' }, '8'),
  )
  assert.deepEqual(
    months.map((text) => [...(text ?? '').matchAll(/room id="(\d)"/g)].map(([, id]) => id)),
    [['7', '8'], ['7']],
  )
})

test('nothing is written where nothing is set', () => {
  assert.deepEqual(texts(night('2026-07-01', {})), [])
})
