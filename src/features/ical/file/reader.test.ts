/** What the parser complains of are lines of the file: they are shown to nobody. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { readFile } from './read-events.ts'
import { createFileReader } from './reader.ts'

const lines = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z'],
  ...[
    'DTSTART;VALUE=DATE:20260701',
    'DURATION:of Mia Guestname',
    'SUMMARY:Reserved',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ],
]
const asked = { bytes: Buffer.from(lines.join('\r\n')), timeZone: null, from: '2026-03-01', to: '2027-03-01' }

test('a file is read without a word of it being printed', async (t) => {
  const said: string[] = []
  t.mock.method(console, 'warn', (...words: unknown[]) => said.push(words.join(' ')))
  readFile(asked)
  assert.match(
    said.join(),
    /Mia Guestname/,
    'the parser says nothing of such a file any more: take one that it does',
  )
  const printed: string[] = []
  for (const stream of [process.stdout, process.stderr])
    t.mock.method(stream, 'write', (text: unknown) => printed.push(String(text)) > 0)
  const reader = createFileReader()
  const { events } = await reader.read(asked)
  await reader.close()
  for (let n = 0; n < 5; n += 1) await turn()
  t.mock.restoreAll()
  assert.equal(events.length, 1)
  assert.doesNotMatch(printed.join(), /Mia Guestname|node-ical/)
})
