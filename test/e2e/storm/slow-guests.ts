/** Guests of places that show what they fetched last. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { nightsBetween } from '../../../simulators/ical/peer.ts'
import { childOf, readXml, textIn } from '../../../src/connector-kit/xml.ts'
import { nameOf, type Sale, type Wish } from './guests.ts'
import type { StormWorld } from './world.ts'

/** The peer sells what its calendar shows as free, whoever has it by now. */
export function bookAtPeer({ airbnb, history }: StormWorld, wish: Wish): Sale | null {
  const { home, from, to } = wish
  assert.ok(home.doors)
  const { peer } = home.doors
  const closed = peer.closed()
  if (nightsBetween(from, to).some((night) => closed.has(night))) return null
  const name = nameOf(wish)
  const begin = performance.now()
  peer.book(from, to, { guest: name })
  history.add({
    ...{ process: history.process, kind: 'call', what: 'book at a peer', begin, end: performance.now() },
    ...{ result: 'ok', causes: [`stay ${name}`] },
  })
  return { ...wish, code: name, soldAtMs: airbnb.clock.nowMs() }
}

const bookingOf = (wish: Wish, username: string) => `<?xml version="1.0"?>
<bookingRequest><documentVersion>1.3</documentVersion><bookingRequestDetails>
<advertiserAssignedId>${username}</advertiserAssignedId><listingExternalId>${wish.home.id}</listingExternalId>
<unitExternalId>${wish.home.id}</unitExternalId><inquirer locale="en_US"><firstName>Storm</firstName>
<lastName>${nameOf(wish)}</lastName></inquirer>
<reservation><numberOfAdults>1</numberOfAdults><numberOfChildren>0</numberOfChildren><reservationDates>
<beginDate>${wish.from}</beginDate><endDate>${wish.to}</endDate></reservationDates></reservation>
<trackingUuid>storm-${nameOf(wish)}</trackingUuid></bookingRequestDetails></bookingRequest>`

/** Asks for what Vrbo's feeds show as free, and repeats with the same tracking id until there is an answer. */
export async function bookAtVrbo({ baseUrl, vrbo, airbnb }: StormWorld, wish: Wish): Promise<Sale | null> {
  const { home, from, to } = wish
  const { puller, username, password } = vrbo
  if (!puller.sells(home.id, from, to)) return null
  const headers = {
    'content-type': 'text/xml',
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  }
  for (;;) {
    const answer = await fetch(`${baseUrl}/vrbo/calls/booking`, {
      ...{ method: 'POST', headers, body: bookingOf(wish, username) },
    }).catch(() => null)
    const text = (await answer?.text().catch(() => null)) ?? null
    if (answer?.status === 200 && text !== null) {
      const { root } = readXml(text)
      const error = textIn(childOf(childOf(root, 'errorList'), 'error'), 'errorType')
      if (error === 'NOT_AVAILABLE_WITHIN_DATE_RANGE') return null
      assert.ok(textIn(childOf(root, 'bookingResponseDetails'), 'externalId'), text)
      return { ...wish, code: nameOf(wish), soldAtMs: airbnb.clock.nowMs() }
    }
    assert.ok(answer === null || text === null || answer.status >= 500, `${answer?.status} ${text}`)
    await pause(250)
  }
}
