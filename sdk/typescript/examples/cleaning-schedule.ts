/**
 * Keeps a schedule of cleanings: one for each departure, moved when the stay moves, gone when it is cancelled. Run it
 * from time to time; each run asks only for what changed. `cleanings.json` has the schedule.
 *
 *     API=https://api.example.com API_KEY=sk_live_… node cleaning-schedule.ts
 */
import { keepInFile, lodgewire } from './from-environment.ts'

interface Cleaning {
  listingId: string
  day: string
  /** Arrival on the same day means that the cleaner has hours, not a day. */
  nextArrival: string | null
}

const cleanings = keepInFile<Record<string, Cleaning>>('cleanings.json')
const byStay = (await cleanings.load()) ?? {}
const arrivals = keepInFile<Record<string, string>>('arrivals.json')
const arrivalOf = (await arrivals.load()) ?? {}

let changed = 0
for await (const stay of lodgewire.changes('/v1/reservations', {
  keeper: keepInFile('cleanings-place.json'),
})) {
  changed += 1
  if (stay.status === 'cancelled') {
    delete byStay[stay.id]
    delete arrivalOf[stay.id]
  } else {
    byStay[stay.id] = { listingId: stay.listingId, day: stay.checkOut, nextArrival: null }
    arrivalOf[stay.id] = `${stay.listingId} ${stay.checkIn}`
  }
  // Saved before the walk keeps its place: a run that is killed sees the change again.
  await cleanings.save(byStay)
  await arrivals.save(arrivalOf)
}
const arriving = new Set(Object.values(arrivalOf))
for (const cleaning of Object.values(byStay))
  cleaning.nextArrival = arriving.has(`${cleaning.listingId} ${cleaning.day}`) ? cleaning.day : null
await cleanings.save(byStay)
console.log(`${changed} stays changed; ${Object.keys(byStay).length} cleanings are planned.`)
