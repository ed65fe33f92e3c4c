import { startSimulator } from '../../../simulators/index.ts'
import { certify, certifyReservations } from '../../connector-kit/testing/certify.ts'
import type { VendorFacts } from '../../connector-kit/testing/certify.ts'
import { guesty } from './index.ts'
import { whileOlderAnswers } from './testing/account.ts'

/** A stand-in of an account on one of the two generations of reservation endpoints, or on both. */
const startWith =
  (habits: Record<string, number>): VendorFacts['start'] =>
  (vendor, options) =>
    startSimulator(vendor, { ...options, now: whileOlderAnswers, habits })

const facts: VendorFacts = {
  start: startWith({}),
  unknownStatus: { status: 'teleported' },
  amendment: { guestsCount: 7, plannedArrival: '21:15' },
  missingId: '5f92cbf10cf217478ba9ffff',
  tokenPath: '/oauth2/token',
  inboundProof: 'svix-signature',
  writes: {
    create: { path: '/v1/reservations-v3', method: 'POST' },
    request: { status: 'reserved', source: 'Airbnb', integration: { _id: 'a', platform: 'airbnb2' } },
    inquiry: { status: 'inquiry', source: 'Airbnb', integration: { _id: 'a', platform: 'airbnb2' } },
  },
}

certify(guesty, facts)

const called = (name: string, sync = guesty.manifest.sync) => ({
  ...guesty,
  manifest: { ...guesty.manifest, displayName: name, sync },
})
certifyReservations(called('Guesty without its older endpoints'), {
  ...facts,
  start: startWith({ legacyRetired: 1 }),
  closed: /^\/v1\/reservations(\?|$)/,
})
// Nothing names the changes there, so all stays that are not over are read.
const withoutFilter = called('Guesty without its older endpoints and without the filter of changes', {
  ...guesty.manifest.sync,
  reservations: 'windowed-scan',
})
certifyReservations(withoutFilter, {
  ...facts,
  start: startWith({ legacyRetired: 1, noUpdatedFilter: 1 }),
  closed: /^\/v1\/reservations(\?|$)/,
})
certifyReservations(called('Guesty without its newer endpoints'), {
  ...facts,
  start: startWith({ newerClosed: 1 }),
  closed: /^\/v1\/reservations-v3/,
})
