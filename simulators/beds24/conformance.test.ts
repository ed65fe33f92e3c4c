import { conformance, type SchemaFields, type ConformanceSample } from '../kit/testing/conformance.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount, type ListAnswer, type TestAccount } from './test-account.ts'

// A booking's list of channels lacks two that the filter of the same call has.
const moreChannels = ['direct', 'bookingpage']

/** Answers use an empty text for an unset word; the description lists example days like field names. */
function mend({
  required: _required,
  minLength: _least,
  minimum: _lowest,
  ...schema
}: SchemaFields): SchemaFields {
  if (!Array.isArray(schema.enum)) return schema
  const more = schema.enum.includes('airbnbical') ? moreChannels : []
  return { ...schema, enum: [...schema.enum, '', ...more] }
}

/** Covers every simulated write, accepted and refused. */
async function* writes({ send, state }: TestAccount): AsyncGenerator<ConformanceSample> {
  const post = async (template: string, body: unknown) => ({
    template,
    method: 'post',
    status: 201,
    value: (await send<JsonRow[]>('POST', template, body)).body,
  })
  const { listings, conversations } = state()
  const [room] = listings
  const stay = { arrival: '2027-04-10', departure: '2027-04-14' }
  const made = await post('/bookings', [
    { roomId: room?.id, ...stay, status: 'confirmed', firstName: 'Ada' },
    { roomId: 1, ...stay },
  ])
  yield made
  const { id } = made.value[0]?.new as { id: number }
  yield post('/bookings', [{ id, status: 'cancelled' }])
  const bookingId = conversations[0]?.id
  yield post('/bookings/messages', [{ bookingId, message: 'Hello' }])
  const range = { from: '2027-05-01', to: '2027-05-03', price1: 99.5, override: 'blackout' }
  const elements = [{ roomId: room?.id, calendar: [range] }, { roomId: 1 }]
  yield post('/inventory/rooms/calendar', elements)
  const property = room?.property as { id: number }
  yield post('/properties', [{ id: property.id, checkInStart: '16:15' }])
}

/** Covers every simulated read. */
async function* reads({ get, state, simulator }: TestAccount): AsyncGenerator<ConformanceSample> {
  const read = async (path: string) => ({
    template: path.split('?')[0] ?? path,
    value: (await get<ListAnswer>(path)).body,
  })
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${simulator.url}/v2${path}`, { headers })
    return { template: path, value: (await answer.json()) as JsonRow }
  }
  const grant = await ask('/authentication/setup', { code: simulator.credentials.inviteCode ?? '' })
  yield grant
  yield ask('/authentication/token', { refreshToken: String(grant.value.refreshToken) })
  yield read('/authentication/details')
  yield read('/properties?includeAllRooms=true&includeTexts=all&includeUnitDetails=true')
  const all = '?status=confirmed&status=new&status=request&status=cancelled&status=black&status=inquiry'
  for (let page = 1, goesOn = true; goesOn; page += 1) {
    const answer = await read(`/bookings${all}&arrivalFrom=2000-01-01&page=${page}`)
    yield answer
    goesOn = answer.value.pages?.nextPageExists === true
  }
  yield read('/bookings/messages')
  const users = await read('/channels/airbnb/users')
  yield users
  for (const { airbnbUser } of users.value.data as unknown as { airbnbUser: { airbnbUserId: string } }[])
    yield read(`/channels/airbnb/listings?airbnbUserId=${airbnbUser.airbnbUserId}`)
  for (const { id, property } of state().listings) {
    const range = `roomId=${String(id)}&startDate=2026-05-11&endDate=2026-12-31`
    const more =
      'includeNumAvail=true&includeMinStay=true&includeMaxStay=true&includeOverride=true&includePrices=true'
    yield read(`/inventory/rooms/calendar?${range}&${more}`)
    yield read(
      `/inventory/rooms/offers?roomId=${String(id)}&arrival=2026-12-01&departure=2026-12-05&numAdults=1`,
    )
    const airbnb = await read(`/channels/airbnb/reviews?roomId=${String(id)}`)
    if (airbnb.value.success === true) yield airbnb
    const propertyId = String((property as { id: number }).id)
    yield read(`/channels/booking/reviews?propertyId=${propertyId}&from=2020-01-01`)
  }
}

conformance({
  files: ['beds24.json'],
  mend,
  kinds: 16,
  wrong: { template: '/bookings', value: { success: true, data: [{ id: 'five' }] } },
  walk: async function* (t) {
    const account = await openAccount(t)
    yield* reads(account)
    yield* writes(account)
  },
})
