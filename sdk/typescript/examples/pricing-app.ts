/**
 * Sets the prices of the coming weeks and reads them back: weekends cost more, and so does the month ahead. With
 * `DRY_RUN=1` nothing is written. `LISTING` is the listing's id.
 */
import { isLodgewireError } from 'lodgewire-sdk'
import { lodgewire } from './from-environment.ts'

const path = { propertyId: process.env['LISTING'] ?? '' }
const isTrial = process.env['DRY_RUN'] === '1'
const dayMs = 86_400_000
const dayAt = (ahead: number) => new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10)
const isWeekend = (day: string) => [5, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

const query = { from: dayAt(30), to: dayAt(44) }
const { days, currency } = await lodgewire.get('/v1/availability/{propertyId}', { path, query })
const open = days.filter(({ available, price }) => available && price !== null)
const base = Math.min(...open.map(({ price }) => price ?? Number.POSITIVE_INFINITY))

for (const [isDear, factor] of [
  [false, 1],
  [true, 1.2],
] as const) {
  const dates = open.map(({ date }) => date).filter((date) => isWeekend(date) === isDear)
  if (dates.length === 0) continue
  const body = { dates, price: Math.round(base * factor * 100) / 100 }
  try {
    const written = await lodgewire.put('/v1/availability/{propertyId}', {
      path,
      body,
      query: isTrial ? { dry_run: true } : {},
    })
    console.log(
      `${written.dates} nights at ${body.price} ${currency}${written.warning ? `: ${written.warning}` : ''}`,
    )
  } catch (error) {
    if (!isLodgewireError(error)) throw error
    console.error(`${body.price} ${currency} was refused: ${error.message} ${error.fix}`)
    process.exitCode = 1
  }
}

// A trial changes nothing that could be read back.
if (!isTrial) {
  const after = await lodgewire.get('/v1/availability/{propertyId}', { path, query })
  const wrong = after.days.filter(
    ({ date, available, price }) =>
      available && price !== (isWeekend(date) ? Math.round(base * 120) / 100 : base),
  )
  console.log(
    wrong.length === 0 ? 'All nights read back as they were written.' : `${wrong.length} nights differ.`,
  )
}
