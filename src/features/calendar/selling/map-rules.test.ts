import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectionKeeper } from '../../../records/listings/keeper.ts'
import type { ChannelUnit, MappedListing } from './map-queries.ts'
import {
  calendarWriterOf,
  problemOf,
  singleListingChannels,
  toTakeOver,
  type MappingCandidate,
} from './map-rules.ts'

const consent = { needs: { listings: ['property.write'] }, levelOf: () => 'read_only' }
const connector = (id: string, category: string, writes: boolean, more = {}) => ({
  manifest: { id, category, displayName: id.toUpperCase(), isChannelManager: id === 'channex' },
  operations: writes ? { calendarWrites: {} } : {},
  ...more,
})
const connectors = {
  airbnb: connector('airbnb', 'ota', true, { consent }),
  vrbo: connector('vrbo', 'ota', true, { consent }),
  plumguide: connector('plumguide', 'ota', false),
  hostaway: connector('hostaway', 'pms', true),
  channex: connector('channex', 'pms', true),
} as unknown as MappingCandidate['connectors']

const keptBy = (provider: string, availability = true, granted: string[] | null = null) =>
  ({
    kind: 'connection',
    connectionId: '1',
    externalId: '2',
    provider,
    granted,
    writePolicy: { calendar: { availability } },
  }) as ConnectionKeeper
const onAirbnb = { platform: 'airbnb', externalId: '7', active: true, syncEnabled: true, syncCategory: null }
const home: MappedListing = {
  id: '1',
  name: 'Quay House',
  active: true,
  archived: false,
  currency: 'EUR',
  unitCount: 1,
  channels: [],
  keeper: { kind: 'us' },
}
const room = {
  connectionId: '3',
  externalId: '4',
  provider: 'airbnb',
  takesCalendar: true,
  granted: null,
  currency: 'EUR',
} as ChannelUnit

const problem = (
  listing: Partial<MappedListing> = {},
  unit: Partial<ChannelUnit> = {},
  more: Partial<MappingCandidate> = {},
) =>
  problemOf({
    unit: { ...room, ...unit },
    listing: { ...home, ...listing },
    sells: true,
    takeOver: 'no',
    other: undefined,
    connectors,
    ...more,
  })

describe('a channel listing', () => {
  it('is mapped to a listing of ours that can be sold there', () => {
    assert.equal(problem(), null)
    assert.equal(problem({ currency: null }), null, 'the channel’s prices are then the listing’s')
    assert.equal(problem({}, { currency: null }), null)
    assert.equal(problem({}, { granted: ['property.write'] }), null)
  })

  it('is mapped to no listing that is not there, archived or inactive', () => {
    assert.deepEqual(problem({}, {}, { listing: undefined }), { kind: 'no listing' })
    assert.deepEqual(problem({ archived: true, active: false }), { kind: 'archived' })
    assert.deepEqual(problem({ active: false }), { kind: 'inactive', listing: { ...home, active: false } })
  })

  it('is not mapped to a listing that the channel has under another id', () => {
    assert.deepEqual(problem({}, {}, { other: '9' }), { kind: 'taken', channel: 'AIRBNB', other: '9' })
    const unknown = problem({}, { provider: 'gone' }, { other: '9' })
    assert.deepEqual(unknown, { kind: 'taken', channel: 'gone', other: '9' })
  })

  it('gets no calendar that it cannot take, may not take or was told not to take', () => {
    assert.deepEqual(problem({}, { provider: 'plumguide' }), { kind: 'not writable', provider: 'plumguide' })
    assert.deepEqual(problem({}, { provider: 'gone' }), { kind: 'not writable', provider: 'gone' })
    assert.deepEqual(problem({}, { granted: [] }), {
      kind: 'not allowed',
      access: {
        provider: 'airbnb',
        displayName: 'AIRBNB',
        accessType: 'read_only',
        missing: ['property.write'],
      },
    })
    assert.deepEqual(problem({}, { takesCalendar: false }), { kind: 'writes off', provider: 'airbnb' })
  })

  it('is not sold where the number of units is unknown, or in another currency', () => {
    assert.deepEqual(problem({ unitCount: 0 }), { kind: 'no units' })
    assert.deepEqual(problem({}, { currency: 'USD' }), { kind: 'currency', ours: 'EUR', theirs: 'USD' })
  })

  it('may be mapped without a calendar, whatever forbids one', () => {
    assert.equal(problem({ unitCount: 0 }, { takesCalendar: false }, { sells: false }), null)
  })
})

describe('a listing that a PMS keeps', () => {
  const kept = { keeper: keptBy('hostaway') }

  it('stays with the PMS unless the caller takes it over', () => {
    assert.equal(problem({ ...kept, unitCount: 0 }), null, 'nothing is written, so nothing is in the way')
    assert.deepEqual(problem({ ...kept, unitCount: 0 }, {}, { takeOver: 'yes' }), { kind: 'no units' })
    assert.equal(problem(kept, {}, { takeOver: 'yes' }), null)
  })

  it('is not taken over while the PMS distributes it there, since two writers undo each other’s work', () => {
    const taken = (channels: MappedListing['channels'], takeOver: MappingCandidate['takeOver']) =>
      problem({ ...kept, channels }, {}, { takeOver })
    assert.deepEqual(taken([onAirbnb], 'yes'), {
      kind: 'distributed',
      provider: 'hostaway',
      channel: 'airbnb',
    })
    assert.equal(taken([onAirbnb], 'even if distributed'), null)
    for (const off of [{ platform: 'vrbo' }, { active: false }, { syncEnabled: false }])
      assert.equal(taken([{ ...onAirbnb, ...off }], 'yes'), null, JSON.stringify(off))
    assert.equal(problem({ channels: [onAirbnb] }, {}, { takeOver: 'yes' }), null, 'no PMS keeps it')
  })

  it('needs no permission of the PMS once it is taken over', () => {
    const closed = { keeper: keptBy('hostaway', false, []) }
    assert.equal(problem(closed, {}, { takeOver: 'yes' }), null)
  })
})

describe('a listing that another channel kept', () => {
  it('is written there too, so that channel has to take it', () => {
    assert.equal(problem({ keeper: keptBy('vrbo', true, ['property.write']) }), null)
    assert.deepEqual(problem({ keeper: keptBy('plumguide') }), {
      kind: 'not writable',
      provider: 'plumguide',
    })
    assert.equal(problem({ keeper: keptBy('vrbo', true, []) })?.kind, 'not allowed')
    assert.deepEqual(problem({ keeper: keptBy('vrbo', false) }), { kind: 'writes off', provider: 'vrbo' })
  })
})

describe('a listing that goes to a channel manager or leaves it', () => {
  it('is not taken over while a PMS distributes it anywhere, since the channels behind it are not known', () => {
    const listing = { keeper: keptBy('hostaway'), channels: [onAirbnb] }
    const unit = { provider: 'channex' }
    assert.deepEqual(problem(listing, unit, { takeOver: 'yes' }), {
      kind: 'distributed',
      provider: 'hostaway',
      channel: 'airbnb',
    })
    assert.equal(problem(listing, unit, { takeOver: 'even if distributed' }), null)
    assert.equal(problem(listing, unit), null, 'the link only reads')
  })

  it('goes on being sold there, so that it has to take our calendar', () => {
    assert.equal(problem({ keeper: keptBy('channex') }, {}, { takeOver: 'yes' }), null)
    assert.deepEqual(problem({ keeper: keptBy('channex', false) }, {}, { takeOver: 'yes' }), {
      kind: 'writes off',
      provider: 'channex',
    })
  })
})

describe('who writes the calendar of a listing on channels', () => {
  it('is the PMS that keeps it, else we', () => {
    const writer = (keeper: MappedListing['keeper']) => calendarWriterOf({ keeper }, room, connectors)
    assert.equal(writer({ kind: 'us' }), null)
    assert.equal(writer(keptBy('hostaway')), 'hostaway')
    assert.equal(writer(keptBy('vrbo')), null)
    assert.equal(writer(keptBy('gone')), null)
    assert.equal(writer(keptBy('channex')), 'channex')
    const own = keptBy('channex')
    assert.equal(calendarWriterOf({ keeper: own }, own, connectors), null, 'its own room')
    for (const other of [{ externalId: '9' }, { connectionId: '9' }])
      assert.equal(calendarWriterOf({ keeper: own }, { ...own, ...other }, connectors), 'channex')
  })

  it('is nobody else where this server no longer knows the provider', () => {
    assert.equal(problem({ keeper: keptBy('gone') }), null)
    const listing = { keeper: keptBy('hostaway'), channels: [onAirbnb] }
    assert.equal(problem(listing, { provider: 'gone' }, { takeOver: 'yes' })?.kind, 'not writable')
  })

  it('may be asked once of a listing on Airbnb; elsewhere it is sold as several rooms', () => {
    assert.equal(singleListingChannels.has('airbnb'), true)
    for (const channel of ['booking', 'vrbo', 'channex', 'plumguide'])
      assert.equal(singleListingChannels.has(channel), false)
  })

  it('changes only where the caller says so', () => {
    assert.equal(toTakeOver({}), 'no')
    assert.equal(toTakeOver({ evenIfDistributed: true }), 'no')
    assert.equal(toTakeOver({ takeOver: true }), 'yes')
    assert.equal(toTakeOver({ takeOver: true, evenIfDistributed: true }), 'even if distributed')
  })
})
