import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { conformance } from '../kit/testing/conformance.ts'
import type { Description, SchemaFields, Json, ConformanceSample } from '../kit/testing/conformance.ts'
import { until } from '../kit/testing/until.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'
import { askForToken, openAccount, type TestAccount } from './test-account.ts'

/** The description repeats mistakes of the documentation's tables here; these texts are not numbers. */
const slips: [string, string][] = [
  ['ReviewObject', 'publicReview'],
  ['ReviewObject', 'privateFeedback'],
]

function mendAll({ paths, components }: Description): void {
  const { schemas } = components as { schemas: Record<string, { properties: Record<string, Json> }> }
  for (const [object, property] of slips) {
    const properties = schemas[object]?.properties
    if (properties !== undefined) properties[property] = { type: 'string' }
  }
  // The words of the documentation say conversations, while the reconstruction has reservations.
  const conversations = paths['/reservations/{reservationId}/conversations']?.get
  const list = paths['/conversations']?.get
  if (conversations !== undefined && list !== undefined)
    Object.assign(conversations, { responses: list.responses })
}

/** A boolean may be 0 or 1. */
function mend({ type, ...schema }: SchemaFields): SchemaFields {
  if (type === 'boolean') return { ...schema, enum: [true, false, 0, 1] }
  return type === undefined ? schema : { ...schema, type }
}

/** Covers every simulated read, with its path in the description. */
async function* walk({ get, send, control, simulator, state }: TestAccount, hookUrl: string) {
  const held = state()
  const token = await askForToken(simulator)
  yield ['/accessTokens', { status: token.status, body: (await token.json()) as object }, 'post'] as const
  const lookups = [
    'amenities',
    'bedTypes',
    'propertyTypes',
    'cancellationPolicies',
    'countries',
    'currencies',
  ]
  for (const name of [...lookups, 'languages', 'timezones'])
    yield [`/${name}`, await get(`/${name}`)] as const
  const attached = '?attachObjects[]=bookingEngineUrls'
  yield ['/listings', await get(`/listings${attached}`)] as const
  for (const { id } of held.listings) {
    yield ['/listings/{listingId}', await get(`/listings/${id}${attached}`)] as const
    yield ['/listingUnits/{listingMapId}', await get(`/listingUnits/${id}`)] as const
    const calendar = await get(`/listings/${id}/calendar?startDate=2026-04-01`)
    yield ['/listings/{listingId}/calendar', calendar] as const
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
    const own = await get(`/reservations/${reservationId}/conversations`)
    yield ['/reservations/{reservationId}/conversations', own] as const
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

async function* told(t: TestContext): AsyncGenerator<ConformanceSample> {
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const account = await openAccount(t, { listings: 21, reservations: 320 })
  for await (const [template, { status, body }, method = 'get'] of walk(account, receiver.url)) {
    assert.equal(status, 200, template)
    yield { template, method, value: body }
  }
}

conformance({
  files: ['hostaway.reconstructed.json'],
  mend,
  mendAll,
  kinds: 28,
  wrong: { template: '/reservations/{reservationId}', value: { status: 'success', result: { id: 'five' } } },
  walk: told,
})
