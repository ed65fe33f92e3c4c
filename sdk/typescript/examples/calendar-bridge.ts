/**
 * Keeps a calendar elsewhere and a listing in step, both ways: follows the other calendar's file, and prints the address
 * of ours for the other side. `LISTING` is the listing, `CALENDAR` the address of the other file.
 */
import { lodgewire } from './from-environment.ts'

const path = { id: process.env['LISTING'] ?? '' }
const url = process.env['CALENDAR'] ?? ''
const name = 'Bridge'

const { data: feeds } = await lodgewire.get('/v1/listings/{id}/ical-feeds', { path })
const feed =
  feeds.find((known) => known.name === name) ??
  (await lodgewire.post('/v1/listings/{id}/ical-feeds', { path, body: { name, url } }))
const { data: exports } = await lodgewire.get('/v1/listings/{id}/ical-exports', { path })
const known = exports.find((one) => one.name === name)
// The address of an export is a secret that only its making shows; a second run makes a new one.
const ours = known
  ? await lodgewire.post('/v1/listings/{id}/ical-exports/{exportId}/rotate', {
      path: { ...path, exportId: known.id },
    })
  : await lodgewire.post('/v1/listings/{id}/ical-exports', { path, body: { name, platform: 'other' } })

await lodgewire.post('/v1/listings/{id}/ical-feeds/{feedId}/refresh', { path: { ...path, feedId: feed.id } })
console.log(JSON.stringify({ feed: feed.id, export: ours.url }))
