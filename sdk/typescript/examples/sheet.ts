/**
 * Keeps a sheet (`stays.csv`) in step with the reservations: a row for each stay, changed in place. Each run asks only for
 * what changed since the last one.
 */
import { keepInFile, keepText, lodgewire } from './from-environment.ts'

const columns = ['code', 'status', 'guest', 'listing', 'arrival', 'departure', 'total', 'currency']
const rows = keepInFile<Record<string, string[]>>('stays.json')
const byId = (await rows.load()) ?? {}

// A cell that begins like a formula would be one in a spreadsheet.
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

for await (const stay of lodgewire.changes('/v1/reservations', { keeper: keepInFile('stays-place.json') })) {
  const { financials } = stay
  // Two records of one booking became one: the row of the other goes.
  for (const former of stay.formerIds ?? []) delete byId[former]
  byId[stay.id] = [
    stay.confirmationCode,
    stay.status,
    stay.guestName ?? '',
    stay.listingId,
    stay.checkIn,
    stay.checkOut,
    String(financials?.totalPrice ?? ''),
    financials?.currency ?? '',
  ]
  await rows.save(byId)
}
const lines = Object.values(byId).toSorted((a, b) => (a[4] ?? '').localeCompare(b[4] ?? ''))
keepText('stays.csv', [columns, ...lines].map((row) => row.map(cell).join(',')).join('\r\n'))
console.log(`${lines.length} rows.`)
