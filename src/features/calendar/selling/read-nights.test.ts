import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { daysFrom } from '../../../connector-kit/dates.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { readNights, type SellingPass } from './read-nights.ts'

type Calendar = NonNullable<SellingPass['connector']['operations']['calendar']>

/** A channel that remembers what it was asked; `broken` are rooms of which it tells nothing. */
function channel({ together, broken = [], error }: { together?: number; broken?: string[]; error?: Error }) {
  const asked: string[] = []
  const nights = (from: string, to: string) => daysFrom(from, to).map((date) => ({ date }) as never)
  const calendar: Calendar = {
    async range(_, { listing: { externalId }, from, to }) {
      asked.push(`${externalId} ${from} ${to}`)
      if (broken.includes(externalId)) throw new VendorError('not_found', 'no such room')
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
  const services = { clock: { now: () => new Date() }, log: { info: () => {} } }
  const turn = {
    connector: { operations: { calendar } },
    client: { lane: () => ({}) },
    environment: { services },
  } as unknown as SellingPass
  return { asked, turn }
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
    const { asked, turn } = channel({ together: 10 })
    await read(turn, wanted('1', '2027-03-01', '2027-08-01'), wanted('2', '2027-03-03'))
    assert.deepEqual(asked.toSorted(), ['1 2027-08-01 2027-08-01', '1+2 2027-03-01 2027-03-03'])
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
})
