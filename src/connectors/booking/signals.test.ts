import assert from 'node:assert/strict'
import { test } from 'node:test'
import { xmlDocument } from '../../connector-kit/xml-document.ts'
import { signals } from './signals.ts'

const warnings = (json: unknown) => signals.warningsOf?.(json)
const words = 'max_children is deprecated'

test('warnings of JSON are read, whatever stands in their place', () => {
  assert.deepEqual(warnings({ meta: {}, warnings: [{ code: 733, message: words }, words] }), [words, words])
  for (const odd of [null, {}, 'deprecated', [null, 5, [], {}]])
    assert.deepEqual(
      warnings({ warnings: odd })?.filter((text) => text.includes('deprecated')),
      [],
    )
})

test('warnings of B.XML and of OTA messages are read', () => {
  for (const body of [
    `<ok><warnings><warning code="W"><message>${words}</message></warning></warnings></ok>`,
    `<warnings><warning code="W">${words}</warning></warnings>`,
    `<OTA_HotelAvailNotifRS><Success/><Warnings><Warning Type="3" ShortText="${words}"/></Warnings></OTA_HotelAvailNotifRS>`,
  ])
    assert.deepEqual(warnings(xmlDocument(body)), [words], body)
  assert.deepEqual(warnings(xmlDocument('<ok/>')), [])
})
