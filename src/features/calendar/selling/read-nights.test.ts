import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { daysFrom } from '../../../connector-kit/dates.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { readNights, type SellingPass } from './read-nights.ts'

type Calendar = NonNullable<SellingPass['connector']['operations']['calendar']>

interface ChannelHabits {
  together?: number
  /** Rooms of which the channel tells nothing. */
  broken?: string[]
  error?: Error
  /** What it answers to who asks for a broken room. */
  brokenError?: Error
}

/** A channel that remembers what it was asked. */
function channel({ together, broken = [], error, brokenError }: ChannelHabits) {
  const asked: string[] = []
  const logged: unknown[] = []
  const seen: unknown[] = []
  const nights = (from: string, to: string) => daysFrom(from, to).map((date) => ({ date }) as never)
  const calendar: Calendar = {
    async range(context, { listing: { externalId }, from, to }) {
      asked.push(`${externalId} ${from} ${to}`)
      seen.push([context.http, context.now().toISOString()])
      if (broken.includes(externalId)) throw brokenError ?? new VendorError('not_found', 'no such room')
      return nights(from, to)
    },
    ...(together === undefined
      ? {}
      : {
          together: {
            listings: together,
            async ranges(_, { listings, from, to }) {
              asked.push(`${listings.map(({ externalId }) => externalId).join('+')} ${from} ${to}`)
              if (error) throw error
              const told = listings.filter(({ externalId }) => !broken.includes(externalId))
              return new Map(told.map(({ externalId }) => [externalId, nights(from, to)]))
            },
          },
        }),
  }
  const services = {
    clock: { now: () => new Date('2027-02-01T00:00:00Z') },
    log: {
      info: (about: { err: Error; listing: string }, text: string) =>
        void logged.push([about.err.message, about.listing, text]),
    },
  }
  const turn = {
    connector: { operations: { calendar } },
    client: { lane: (lane: string) => `client of ${lane}` },
    environment: { services },
  } as unknown as SellingPass
  return { asked, logged, seen, turn }
}

const wanted = (externalId: string, ...dates: string[]) => ({ externalId, unitCount: 1, dates })
const read = async (turn: SellingPass, ...all: ReturnType<typeof wanted>[]) =>
  Object.fromEntries(
    [...(await readNights(turn, all, 'calendar'))].map(([id, nights]) => [id, [...nights.keys()]]),
  )

describe('nights that are read back', () => {
  it('of several rooms come with one call where the channel tells them together', async () => {
    const { asked, turn } = channel({ together: 10 })
    const found = await read(turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-02'))
    assert.deepEqual(asked, ['1+2 2027-03-01 2027-03-02'])
    assert.deepEqual(Object.keys(found), ['1', '2'])
  })

  it('far apart are not read with everything between them, and a room alone is asked for alone', async () => {
    const { asked, seen, turn } = channel({ together: 10 })
    await read(turn, wanted('1', '2027-03-01', '2027-08-01'), wanted('2', '2027-03-03'))
    assert.deepEqual(asked.toSorted(), ['1 2027-08-01 2027-08-01', '1+2 2027-03-01 2027-03-03'])
    assert.equal(seen.length, 1, 'the call for one room')
  })

  it('come room by room where the channel knows no other way', async () => {
    const { asked, turn } = channel({})
    await read(turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-01'))
    assert.deepEqual(asked, ['1 2027-03-01 2027-03-01', '2 2027-03-01 2027-03-01'])
  })

  it('of a room that is not told with the others are asked for by themselves, and harm no other', async () => {
    const { asked, turn } = channel({ together: 10, broken: ['2'] })
    const found = await read(turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-01'))
    assert.deepEqual(asked, ['1+2 2027-03-01 2027-03-01', '2 2027-03-01 2027-03-01'])
    assert.deepEqual(found, { '1': ['2027-03-01'] })
  })

  it('are asked for one by one where all together are refused, and not at all in an outage', async () => {
    const refused = channel({ together: 10, error: new VendorError('rejected', 'no') })
    const found = await read(refused.turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-01'))
    assert.deepEqual([refused.asked.length, Object.keys(found)], [3, ['1', '2']])
    const away = channel({ together: 10, error: new VendorError('unavailable', 'gone') })
    const none = await read(away.turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-01'))
    assert.deepEqual([away.asked.length, none], [1, {}])
  })

  it('go in as many calls as the channel allows rooms for', async () => {
    const { asked, turn } = channel({ together: 2 })
    await read(turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-01'), wanted('3', '2027-03-01'))
    assert.deepEqual(asked, ['1+2 2027-03-01 2027-03-01', '3 2027-03-01 2027-03-01'])
  })

  it('lie as much as a month apart in one call, which costs no more', async () => {
    const { asked, turn } = channel({})
    await read(turn, wanted('1', '2027-03-01', '2027-04-01'))
    await read(turn, wanted('2', '2027-03-01', '2027-04-02'))
    assert.deepEqual(asked, ['1 2027-03-01 2027-04-01', '2 2027-03-01 2027-03-01', '2 2027-04-02 2027-04-02'])
  })

  it('are read only of the rooms that want them', async () => {
    const { asked, turn } = channel({ together: 10 })
    await read(turn, wanted('1', '2027-03-01'), wanted('2', '2027-08-01'))
    assert.deepEqual(asked.toSorted(), ['1 2027-03-01 2027-03-01', '2 2027-08-01 2027-08-01'])
  })

  it('are asked for no further once the channel is away', async () => {
    const rooms = ['1', '2', '3'].map((id) => wanted(id, '2027-03-01'))
    const away = channel({
      together: 10,
      broken: ['1', '2', '3'],
      brokenError: new VendorError('unavailable', 'gone'),
    })
    assert.deepEqual(await read(away.turn, ...rooms), {})
    assert.equal(away.asked.length, 2)
    const strange = channel({ together: 10, broken: ['1', '2', '3'], brokenError: new Error('a fault') })
    await read(strange.turn, ...rooms)
    assert.equal(strange.asked.length, 2)
    const missing = channel({ together: 10, broken: ['1', '2'] })
    assert.deepEqual(Object.keys(await read(missing.turn, ...rooms)), ['3'])
    assert.equal(missing.asked.length, 3)
  })

  it('are asked for one by one where one of all is not known', async () => {
    const { asked, turn } = channel({ together: 10, error: new VendorError('not_found', 'no such room') })
    await read(turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-01'))
    assert.equal(asked.length, 3)
  })

  it('that cannot be read are named in the log', async () => {
    const text = 'nights of a channel could not be read'
    const together = channel({ together: 10, error: new VendorError('unavailable', 'gone') })
    await read(together.turn, wanted('1', '2027-03-01'), wanted('2', '2027-03-01'))
    assert.deepEqual(together.logged, [['gone', '1 2', text]])
    const alone = channel({ broken: ['1'] })
    await read(alone.turn, wanted('1', '2027-03-01'))
    assert.deepEqual(alone.logged, [['no such room', '1', text]])
  })

  it('are read in the lane of the caller, by the clock of the server', async () => {
    const { seen, turn } = channel({})
    await read(turn, wanted('1', '2027-03-01'))
    assert.deepEqual(seen, [['client of calendar', '2027-02-01T00:00:00.000Z']])
  })

  it('are none of a channel whose calendar cannot be read', async () => {
    const turn = {
      connector: { operations: {} },
      environment: { services: {} },
    } as unknown as SellingPass
    assert.deepEqual(await read(turn, wanted('1', '2027-03-01')), {})
  })
})
