/** What the parser complains of are lines of the file: they are shown to nobody. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const lines = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z'],
  ...['DTSTART;TZID=Zone of Mia Guestname:20260701T120000', 'DURATION:of Mia Guestname', 'SUMMARY:Reserved'],
  ...['RRULE:FREQ=Mia Guestname', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:Mia Guestname', 'END:VEVENT'],
  ...['END:VCALENDAR', ''],
]
const asked = { timeZone: null, from: '2026-03-01', to: '2027-03-01' }

/** What a process says that reads the file: by itself, or in the thread that a server reads files in. */
async function said(work: string): Promise<string> {
  const script = `
    const bytes = Buffer.from(${JSON.stringify(lines.join('\r\n'))})
    const asked = { ...${JSON.stringify(asked)}, bytes }
    ${work}
    console.log(file.events.length + ' event')`
  const args = ['--input-type=module', '--eval', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  return stdout + stderr
}

test('a file is read without a word of it being printed', async () => {
  const url = (name: string) => JSON.stringify(new URL(name, import.meta.url))
  const alone = await said(`
    const { readFile } = await import(${url('read-events.ts')})
    const file = readFile(asked)`)
  assert.equal(alone, '1 event\n')
  const inThread = await said(`
    const { createFileReader } = await import(${url('file-reader.ts')})
    const reader = createFileReader()
    const file = await reader.read(asked, '1')
    await reader.close()`)
  assert.equal(inThread, '1 event\n')
})
