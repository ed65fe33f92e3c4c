import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { PmsCapabilities, ReservationCapabilities } from '../contract/capabilities.ts'
import { capabilitiesOf, defaultWritePolicy } from './capabilities.ts'
import { defineConnector, type VendorOperations } from './connector.ts'
import type { Manifest } from './manifest.ts'
import { bearerToken } from './auth/static.ts'
import { compileCheck } from './validate.ts'

const manifest: Manifest = {
  id: 'acme',
  displayName: 'Acme',
  description: '',
  fr: { description: '' },
  docsUrl: '',
  access: {
    plan: null,
    registration: null,
    cost: null,
    addresses: null,
    sources: [{ url: 'https://acme.example', readOn: '2026-11-29' }],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'live',
  model: 'home',
  baseUrl: 'https://acme.example',
  credentials: [],
  rateLimits: [],
  timeoutMs: 1000,
  sync: { reservations: 'updated-since', overlapSeconds: 0, calendarDays: 1 },
  verifiedAgainst: 'sandbox',
  notes: { reservations: 'none', listings: 'none' },
}

function acme(operations: Partial<VendorOperations> = {}) {
  return defineConnector({
    manifest,
    credentials: Type.Object({}),
    accountOf: () => 'a',
    auth: () => bearerToken('t'),
    operations: { probe: async () => ({ externalAccountId: null, accountName: null }), ...operations },
  })
}

const reviews: VendorOperations['reviews'] = { page: async () => ({ records: [], failures: [], next: null }) }
const writePolicy = defaultWritePolicy(manifest)

describe('capabilitiesOf', () => {
  it('has the shape of the contract', () => {
    const { reservations, pms } = capabilitiesOf(acme(), { connected: true, writePolicy })
    assert.equal(compileCheck(ReservationCapabilities).problem(reservations), null)
    assert.equal(compileCheck(PmsCapabilities).problem(pms), null)
    assert.deepEqual(
      [reservations.provider, reservations.verifiedAgainst, pms.connected],
      ['acme', 'sandbox', true],
    )
  })

  it('is true for what is present and connected', () => {
    const read = (operations: Partial<VendorOperations>, connected: boolean, prospective = false) =>
      capabilitiesOf(acme(operations), { connected, prospective, writePolicy }).pms.reviews.read
    assert.equal(read({ reviews }, true), true)
    assert.equal(read({}, true), false)
    assert.equal(read({ reviews }, false), false)
    assert.equal(read({ reviews }, false, true), true)
  })

  it('leaves the calendar of a hotel alone unless told', () => {
    const hotel = defaultWritePolicy({ ...manifest, model: 'hotel' })
    assert.deepEqual(Object.values(hotel.calendar), [false, false, false])
    assert.deepEqual(Object.values(defaultWritePolicy(manifest).calendar), [true, true, true])
    assert.deepEqual(Object.values(hotel.reservations), [true, true, true])
  })

  it('makes no bookings that the vendor does not describe, unless told', () => {
    const { calendar, reservations } = defaultWritePolicy({ ...manifest, verifiedAgainst: 'third_party' })
    assert.deepEqual(Object.values(reservations), [false, false, false])
    assert.deepEqual(Object.values(calendar), [true, true, true])
  })
})
