import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSimulator } from '../index.ts'
import { until } from '../kit/testing/until.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'

const folder = process.env.VENDOR_SPECS_DIR ?? ''
const files = ['hospitable.json', 'hospitable-webhooks.json'].map((name) => join(folder, name))

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null
type Body = { content?: Record<string, { schema: Json }> }

interface Description {
  paths: Record<string, Record<string, { responses?: Record<string, Body> }>>
  webhooks?: Record<string, { post: { requestBody: Body } }>
  components: { schemas: Json }
}

/**
 * Reads a schema leniently: anything may be null, which its own samples are where its types say otherwise; formats are
 * not checked, and `type: null` beside a list of words or a sample is a slip of the tool that wrote it.
 */
function lenient(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(lenient)
  if (typeof schema !== 'object' || schema === null) return schema
  const { format: _format, pattern: _pattern, type, enum: words, oneOf, ...rest } = schema
  // What may be null on either side fits both.
  if (Array.isArray(oneOf)) return { anyOf: oneOf.map(lenient) }
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lenient(value)]))
  const allowed = Array.isArray(words) ? { enum: [...words, null] } : words === undefined ? {} : { words }
  if (typeof type === 'object' && type !== null && !Array.isArray(type))
    return { ...kept, type: lenient(type) }
  const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
  // A property can be called `type`, and only texts with samples are really texts.
  if (types.length === 0 || types.every((name) => name === 'null')) return { ...kept, ...allowed }
  return { ...kept, ...allowed, type: [...new Set([...types, 'null'])] }
}

/** Described as numbers, known to come as text as well. */
function withTextCoordinates(text: string): string {
  return JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'latitude' || key === 'longitude' ? { type: ['number', 'string'] } : value,
  )
}

function compiler(file: string) {
  const description = JSON.parse(withTextCoordinates(readFileSync(file, 'utf8'))) as Description
  const components = lenient(description.components as unknown as Json)
  const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true })
  const compile = (body: Body | undefined): ValidateFunction => {
    const schema = Object.values(body?.content ?? {})[0]?.schema
    assert.ok(schema !== undefined, 'the description has no such answer')
    return ajv.compile({ ...(lenient(schema) as object), components } as object)
  }
  return { description, compile }
}

const words = (errors: ErrorObject[] | null | undefined) =>
  (errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message}`)

test('every answer and every delivery is as the vendor describes it', async (t) => {
  if (!files.every((file) => existsSync(file))) {
    const line = `!!! SKIPPED: no vendor description in ${folder}; set VENDOR_SPECS_DIR to check conformance`
    console.warn(line)
    t.diagnostic(line)
    return
  }
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const simulator = await startSimulator('hospitable', { listings: 21, reservations: 200, rateLimit: 'off' })
  t.after(() => simulator.close())
  const { operations } = simulator
  const [read, sent] = files.map(compiler)
  assert.ok(read && sent)
  const checked = new Map<string, number>()
  const validate = new Map<string, ValidateFunction>()

  const check = async (
    template: string,
    address: string,
    { method = 'get', body, status = 200 }: { method?: string; body?: object; status?: number } = {},
  ): Promise<void> => {
    const headers = {
      authorization: `Bearer ${simulator.credentials.accessToken}`,
      'content-type': 'application/json',
    }
    const sending = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${simulator.url}/v2${address}`, {
      method: method.toUpperCase(),
      headers,
      ...sending,
    })
    assert.equal(answer.status, status, address)
    const key = method === 'get' ? template : `${method} ${template}`
    const fits =
      validate.get(key) ?? read.compile(read.description.paths[template]?.[method]?.responses?.[status])
    validate.set(key, fits)
    assert.ok(fits(await answer.json()), `${address}: ${words(fits.errors).join('; ')}`)
    checked.set(key, (checked.get(key) ?? 0) + 1)
  }

  const state = operations.state(new Set()) as Record<string, { id: string }[]>
  const homes = (state.listings ?? []).map(({ id }) => id)
  const named = homes.map((id) => `properties[]=${id}`).join('&')
  const all = `${named}&per_page=100&start_date=2000-01-01&end_date=2040-01-01`
  await check('/user', '/user')
  await check('/properties', '/properties?per_page=100&include=listings,details,bookings,user')
  for (const id of homes) {
    await check('/properties/{uuid}', `/properties/${id}?include=listings,details,bookings`)
    await check('/properties/{uuid}/images', `/properties/${id}/images`)
    await check(
      '/properties/{uuid}/calendar',
      `/properties/${id}/calendar?start_date=2026-04-01&end_date=2026-06-30`,
    )
    await check(
      '/properties/{uuid}/reviews',
      `/properties/${id}/reviews?include=guest,reservation&per_page=50`,
    )
  }
  for (const page of [1, 2]) {
    await check(
      '/reservations',
      `/reservations?${all}&page=${page}&include=guest,financials,properties,listings,review`,
    )
  }
  await check('/inquiries', `/inquiries?${named}&per_page=100&include=guest,properties,listings,user`)
  for (const row of (state.reservations ?? []).slice(0, 60)) {
    if (!('conversation_id' in row)) continue
    await check('/reservations/{uuid}', `/reservations/${row.id}?include=guest,financials,properties`)
    await check('/reservations/{uuid}/messages', `/reservations/${row.id}/messages`)
  }
  const [home = ''] = homes
  const night = { date: '2027-03-03', price: { amount: 12_345 }, available: true, min_stay: 2 }
  const calendar = { method: 'put', body: { dates: [night] }, status: 202 }
  await check('/properties/{uuid}/calendar', `/properties/${home}/calendar`, calendar)
  const stay = { checkin_date: '2027-03-03', checkout_date: '2027-03-06', guests: { adults: 2 } }
  await check('/properties/{uuid}/quote', `/properties/${home}/quote`, { method: 'post', body: stay })
  const { id: inquiry } = state.reservations?.find((row) => !('conversation_id' in row)) ?? { id: '' }
  const { id: booked } = state.reservations?.find((row) => 'conversation_id' in row) ?? { id: '' }
  const hello = { method: 'post', body: { body: 'Hello' }, status: 201 }
  await check('/inquiries/{uuid}/messages', `/inquiries/${inquiry}/messages`, hello)
  await check('/reservations/{uuid}/messages', `/reservations/${booked}/messages`, hello)
  const review = state.reviews?.find((row) => 'can_respond' in row && row.can_respond === true)
  const reply = { method: 'post', body: { response: 'Thank you' } }
  await check('/reviews/{uuid}/respond', `/reviews/${review?.id}/respond`, reply)
  assert.equal(checked.size, 15)

  operations.setWebhook?.({ url: receiver.url })
  const booking = operations.createReservation({}) as { id: string }
  operations.cancelReservation(booking.id, {})
  operations.createMessage({ reservationId: booking.id, body: 'Hello' })
  operations.updateListing(homes[0] ?? '', { name: 'Renamed' })
  await until(() => simulator.webhooks.isIdle(), 'the deliveries')
  const kinds = ['Reservation', 'Reservation', 'Message', 'Property']
  assert.equal(receiver.received.length, kinds.length)
  receiver.received.forEach(({ body }, index) => {
    // Described as a UUID; the vendor's examples show these.
    const { id } = JSON.parse(body) as { id: string }
    assert.match(id, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    const fits = sent.compile(sent.description.webhooks?.[kinds[index] ?? '']?.post.requestBody)
    assert.ok(fits(JSON.parse(body)), `${kinds[index]}: ${words(fits.errors).join('; ')}`)
  })

  const single = validate.get('/reservations/{uuid}')
  assert.equal(single?.({ data: { id: 5 } }), false, 'a wrong type has to be noticed')
})
