import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseJson } from './json.ts'
import { parseAside } from './parse-aside.ts'
import { readAnswer } from './read-answer.ts'
import { XmlDocument, xmlDocument } from './xml-document.ts'

const bookings = Array.from(
  { length: 5_000 },
  (_, at) => `<booking id="${at}"><guest>Ada &amp; Grace</guest><!-- x --></booking>`,
)
const xml = `<?xml version="1.0"?><bookings>${bookings.join('')}</bookings><!-- RUID: [x] -->`
const reviews = Array.from({ length: 20_000 }, (_, at) => `{"id":1234567890123456${at},"text":"é 🌿"}`)
const json = `[${reviews.join()}]`

/** assert.deepEqual would work out a difference, which takes minutes at this size. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const answered = (text: string, type: string) => {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  )
  const body = { [Symbol.asyncIterator]: () => chunks[Symbol.iterator](), destroy: () => {} }
  return readAnswer({ statusCode: 200, headers: { 'content-type': type }, body } as never, 16 * 1024 * 1024)
}

it('reads what is read here, and nothing else', async () => {
  assert.ok(isSame(await parseAside('json', json), parseJson(json)))
  assert.ok(isSame(await parseAside('xml', xml), xmlDocument(xml)))
  assert.equal(await parseAside('json', '{'), undefined)
  assert.equal(await parseAside('xml', '<a>'), undefined)
})

it('reads large answers of vendors as small ones are read', async () => {
  const { json: document } = await answered(xml, 'text/xml')
  assert.ok(document instanceof XmlDocument)
  assert.ok(isSame(document, xmlDocument(xml)))
  assert.ok(isSame((await answered(json, 'application/json')).json, parseJson(json)))
})

it('takes no answer for one that holds more than vendors send', async () => {
  assert.equal((await answered(`[${'['.repeat(1_000_000)}`, 'application/json')).json, undefined)
  assert.equal((await answered(`[${'1,'.repeat(1_000_000)}1]`, 'application/json')).json, undefined)
  assert.equal((await answered(`<a>${'<b/>'.repeat(1_000_000)}</a>`, 'text/xml')).json, undefined)
})
