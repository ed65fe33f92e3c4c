import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { askForToken, openAccount } from './test-account.ts'
import type { TestAccount } from './test-account.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'
import { until } from '../kit/testing/until.ts'

const folder = process.env.VENDOR_SPECS_DIR ?? ''
const file = join(folder, 'hostaway.reconstructed.json')

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

interface Description {
  paths: Record<
    string,
    Record<string, { responses?: Record<string, { content?: Record<string, { schema: Json }> }> }>
  >
  components: { schemas: Record<string, { properties: Record<string, Json> }> }
}

/** Places where the description repeats a slip of the documentation's tables; texts there are not numbers. */
const slips: [string, string][] = [
  ['ReviewObject', 'publicReview'],
  ['ReviewObject', 'privateFeedback'],
]

/** Reads the OpenAPI schema leniently: anything may be null, a boolean may be 0 or 1, formats are not checked. */
function lenient(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(lenient)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable: _nullable, format: _format, type, ...rest } = schema
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lenient(value)]))
  if (typeof type !== 'string')
    return typeof type === 'object' && type !== null ? { ...kept, type: lenient(type) } : kept
  if (type === 'boolean') return { ...kept, enum: [true, false, 0, 1, null] }
  return { ...kept, type: [type, 'null'] }
}

function readDescription(): Description {
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description
  for (const [object, property] of slips) {
    const properties = description.components.schemas[object]?.properties
    if (properties !== undefined) properties[property] = { type: 'string' }
  }
  // Documented as conversations in words, reconstructed as reservations.
  const conversations = description.paths['/reservations/{reservationId}/conversations']?.get
  const list = description.paths['/conversations']?.get
  if (conversations !== undefined && list !== undefined)
    Object.assign(conversations, { responses: list.responses })
  return description
}

function validators(description: Description) {
  const ajv = new Ajv({ strict: false, allErrors: true })
  const components = lenient(description.components as unknown as Json)
  const compiled = new Map<string, ValidateFunction>()
  return (method: string, template: string): ValidateFunction => {
    const key = `${method} ${template}`
    const schema =
      description.paths[template]?.[method]?.responses?.['200']?.content?.['application/json']?.schema
    assert.ok(schema !== undefined, `the description has no ${key}`)
    const validate =
      compiled.get(key) ?? ajv.compile({ ...(lenient(schema) as object), components } as object)
    compiled.set(key, validate)
    return validate
  }
}

const words = (errors: ErrorObject[] | null | undefined) =>
  (errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message}`)

/** Every read of the vendor the simulator knows, with the description's path for each. */
async function* walk({ get, send, control, simulator, state }: TestAccount, hookUrl: string) {
  const held = state()
  const token = await askForToken(simulator)
  yield ['/accessTokens', { status: token.status, body: (await token.json()) as object }, 'post'] as const
  for (const name of ['amenities', 'bedTypes', 'propertyTypes', 'cancellationPolicies'])
    yield [`/${name}`, await get(`/${name}`)] as const
  for (const name of ['countries', 'currencies', 'languages', 'timezones'])
    yield [`/${name}`, await get(`/${name}`)] as const
  const attached = '?attachObjects[]=bookingEngineUrls'
  yield ['/listings', await get(`/listings${attached}`)] as const
  for (const { id } of held.listings) {
    yield ['/listings/{listingId}', await get(`/listings/${id}${attached}`)] as const
    yield ['/listingUnits/{listingMapId}', await get(`/listingUnits/${id}`)] as const
    yield [
      '/listings/{listingId}/calendar',
      await get(`/listings/${id}/calendar?startDate=2026-04-01`),
    ] as const
  }
  const more = 'includePayments=1&includeCancellationPolicy=1'
  for (let afterId = '', last: number | undefined = 0; last !== undefined;) {
    const answer = await get<{ id: number }[]>(`/reservations?limit=50&${more}${afterId}`)
    yield ['/reservations', answer] as const
    last = answer.body.result.at(-1)?.id
    afterId = `&afterId=${last}`
  }
  for (const { id } of held.reservations)
    yield ['/reservations/{reservationId}', await get(`/reservations/${id}?${more}`)] as const
  yield ['/conversations', await get('/conversations?limit=500')] as const
  for (const { id, reservationId } of held.conversations) {
    yield ['/conversations/{conversationId}', await get(`/conversations/${id}`)] as const
    yield ['/conversations/{conversationId}/messages', await get(`/conversations/${id}/messages`)] as const
    yield [
      '/reservations/{reservationId}/conversations',
      await get(`/reservations/${reservationId}/conversations`),
    ] as const
  }
  for (const { id, conversationId } of held.messages.slice(0, 20)) {
    const path = '/conversations/{conversationId}/messages/{conversationMessageId}'
    yield [path, await get(`/conversations/${conversationId}/messages/${id}`)] as const
  }
  yield ['/reviews', await get('/reviews?limit=500')] as const
  for (const { id } of held.reviews) yield ['/reviews/{reviewId}', await get(`/reviews/${id}`)] as const
  const hooks = '/webhooks/unifiedWebhooks'
  const made = await send<{ id: number }>('POST', hooks, { url: hookUrl, login: 'a', password: 'b' })
  yield [hooks, made, 'post'] as const
  yield [hooks, await get(hooks)] as const
  const one = `${hooks}/${made.body.result.id}`
  yield [`${hooks}/{webhookId}`, await get(one)] as const
  yield [`${hooks}/{webhookId}`, await send('PUT', one, { url: hookUrl }), 'put'] as const
  await control('POST', '/reservations')
  await until(() => simulator.webhooks.isIdle(), 'the webhook')
  yield ['/unifiedWebhookLogs', await get('/unifiedWebhookLogs')] as const
  yield [`${hooks}/{webhookId}`, await send('DELETE', one), 'delete'] as const
}

test('every answer of a full walk is as the vendor describes it', async (t) => {
  if (!existsSync(file)) {
    const line = `!!! SKIPPED: no vendor description at ${file}; set VENDOR_SPECS_DIR to check conformance`
    console.warn(line)
    t.diagnostic(line)
    return
  }
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const account = await openAccount(t, { listings: 21, reservations: 320 })
  const validatorFor = validators(readDescription())
  const checked = new Map<string, number>()
  for await (const [template, answer, method = 'get'] of walk(account, receiver.url)) {
    assert.equal(answer.status, 200, template)
    const validate = validatorFor(method, template)
    assert.ok(validate(answer.body), `${method} ${template}: ${words(validate.errors).join('; ')}`)
    const key = `${method} ${template}`
    checked.set(key, (checked.get(key) ?? 0) + 1)
  }
  assert.equal(checked.size, 28)
  const total = checked.values().reduce((sum, count) => sum + count, 0)
  t.diagnostic(`${total} answers of ${checked.size} operations checked`)
  const wrong = validatorFor('get', '/reservations/{reservationId}')
  assert.equal(wrong({ status: 'success', result: { id: 'five' } }), false, 'a wrong type has to be noticed')
})
