import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAccount } from './test-account.ts'
import type { Answer, TestAccount } from './test-account.ts'

const folder = process.env.VENDOR_SPECS_DIR ?? ''
const file = join(folder, 'beds24.json')

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

interface Description {
  paths: Record<
    string,
    Record<string, { responses?: Record<string, { content?: Record<string, { schema: Json }> }> }>
  >
  components: Json
}

// The list of a booking's channels lacks two that the filter of the same call has.
const moreChannels = ['direct', 'bookingpage']

/** Reads the schema leniently: anything may be null, an empty text stands for an unset word. */
function lenient(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(lenient)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable: _nullable, format: _format, required: _required, ...rest } = schema
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lenient(value)]))
  if (Array.isArray(kept.enum))
    kept.enum = [...kept.enum, null, '', ...(kept.enum.includes('airbnbical') ? moreChannels : [])]
  // The example's days stand in the description like names of fields.
  if (typeof schema.type === 'string') kept.type = [schema.type, 'null']
  for (const bound of ['minLength', 'minimum']) delete kept[bound]
  return kept
}

interface Told {
  status: number
  body: unknown
}

/** Every write the simulator knows, taken and refused. */
async function* writes({ post, state }: TestAccount): AsyncGenerator<readonly [string, Told]> {
  const { listings, conversations } = state()
  const [room] = listings
  const stay = { arrival: '2027-04-10', departure: '2027-04-14' }
  const made = await post('/bookings', [
    { roomId: room?.id, ...stay, status: 'confirmed', firstName: 'Ada' },
    { roomId: 1, ...stay },
  ])
  yield ['/bookings', made]
  const { id } = made.body[0]?.new as { id: number }
  yield ['/bookings', await post('/bookings', [{ id, status: 'cancelled' }])]
  const bookingId = conversations[0]?.id
  yield ['/bookings/messages', await post('/bookings/messages', [{ bookingId, message: 'Hello' }])]
  const range = { from: '2027-05-01', to: '2027-05-03', price1: 99.5, override: 'blackout' }
  const elements = [{ roomId: room?.id, calendar: [range] }, { roomId: 1 }]
  yield ['/inventory/rooms/calendar', await post('/inventory/rooms/calendar', elements)]
  const property = room?.property as { id: number }
  yield ['/properties', await post('/properties', [{ id: property.id, checkInStart: '16:15' }])]
}

/** Every read the simulator knows, with the description's path for each. */
async function* walk({ get, state, simulator }: TestAccount): AsyncGenerator<readonly [string, Answer]> {
  const code = simulator.credentials.inviteCode ?? ''
  const grant = await get('/authentication/setup', { code })
  yield ['/authentication/setup', grant]
  const refreshToken = String(grant.body.refreshToken)
  yield ['/authentication/token', await get('/authentication/token', { refreshToken })]
  yield ['/authentication/details', await get('/authentication/details')]
  const parts = 'includeAllRooms=true&includeTexts=all&includeUnitDetails=true'
  yield ['/properties', await get(`/properties?${parts}`)]
  const all = '?status=confirmed&status=new&status=request&status=cancelled&status=black&status=inquiry'
  for (let page = 1, goesOn = true; goesOn; page += 1) {
    const answer = await get(`/bookings${all}&arrivalFrom=2000-01-01&page=${page}`)
    yield ['/bookings', answer]
    goesOn = answer.body.pages?.nextPageExists === true
  }
  yield ['/bookings/messages', await get('/bookings/messages')]
  const { listings } = state()
  for (const { id, property } of listings) {
    const range = `roomId=${String(id)}&startDate=2026-05-11&endDate=2026-12-31`
    const more =
      'includeNumAvail=true&includeMinStay=true&includeMaxStay=true&includeOverride=true&includePrices=true'
    yield ['/inventory/rooms/calendar', await get(`/inventory/rooms/calendar?${range}&${more}`)]
    const stay = `roomId=${String(id)}&arrival=2026-12-01&departure=2026-12-05&numAdults=1`
    yield ['/inventory/rooms/offers', await get(`/inventory/rooms/offers?${stay}`)]
    const airbnb = await get(`/channels/airbnb/reviews?roomId=${String(id)}`)
    if (airbnb.body.success === true) yield ['/channels/airbnb/reviews', airbnb]
    const propertyId = String((property as { id: number }).id)
    yield [
      '/channels/booking/reviews',
      await get(`/channels/booking/reviews?propertyId=${propertyId}&from=2020-01-01`),
    ]
  }
}

test('every answer of a full walk is as the vendor describes it', async (t) => {
  if (!existsSync(file)) {
    const line = `!!! SKIPPED: no vendor description at ${file}; set VENDOR_SPECS_DIR to check conformance`
    console.warn(line)
    t.diagnostic(line)
    return
  }
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description
  const ajv = new Ajv({ strict: false, allErrors: true })
  const components = lenient(description.components)
  const compiled = new Map<string, ValidateFunction>()
  const validatorFor = (path: string, method = 'get', status = 200): ValidateFunction => {
    const key = `${method} ${path}`
    const answers = description.paths[path]?.[method]?.responses
    const schema = answers?.[status]?.content?.['application/json']?.schema
    assert.ok(schema !== undefined, `the description has no ${key}`)
    const validate =
      compiled.get(key) ?? ajv.compile({ ...(lenient(schema) as object), components } as object)
    compiled.set(key, validate)
    return validate
  }
  const account = await openAccount(t)
  const check = (path: string, answer: Told, method: string, status: number) => {
    assert.equal(answer.status, status, path)
    const validate = validatorFor(path, method, status)
    const problems = () =>
      (validate.errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message}`)
    assert.ok(validate(answer.body), `${path}: ${problems().join('; ')}`)
  }
  for await (const [path, answer] of walk(account)) check(path, answer, 'get', 200)
  for await (const [path, answer] of writes(account)) check(path, answer, 'post', 201)
  assert.equal(compiled.size, 14)
  const wrong = validatorFor('/bookings')
  assert.equal(wrong({ success: true, data: [{ id: 'five' }] }), false, 'a wrong type has to be noticed')
})
