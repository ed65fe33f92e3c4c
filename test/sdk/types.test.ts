/** The types of the SDK refuse what the API would refuse; the type check of the tree judges this file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lodgewire, type WebhookEvent } from '../../sdk/typescript/src/index.ts'

const client = new Lodgewire({
  baseUrl: 'https://api.example.com',
  apiKey: 'k',
  retries: 0,
  fetch: async () => new Response('{"data":[],"pagination":{"nextCursor":null}}'),
})

/** Never called: only its types are read. */
export async function wrongCalls(): Promise<void> {
  // @ts-expect-error There is no such path.
  await client.get('/v1/listing')
  // @ts-expect-error The path has an operation, and not of this method.
  await client.delete('/v1/reservations')
  // @ts-expect-error The id is missing.
  await client.get('/v1/reservations/{id}')
  // @ts-expect-error A limit is a number.
  await client.get('/v1/listings', { query: { limit: 'two' } })
  // @ts-expect-error The parameter has another name.
  await client.get('/v1/listings', { query: { size: 2 } })
  // @ts-expect-error A booking needs a body.
  await client.post('/v1/reservations')
  // @ts-expect-error The answer of one record is no list.
  for await (const one of client.list('/v1/reservations/{id}')) void one
  // @ts-expect-error Keys cannot be asked for what changed.
  for await (const one of client.changes('/v1/keys', { keeper: { load: () => undefined, save: () => {} } }))
    void one
}

export const roomOf = (event: WebhookEvent): string | null =>
  // The kind of an event narrows its data.
  event.event === 'reservation.created' ? event.data.object.confirmationCode : null

test('what the types allow is carried out', async () => {
  const page = await client.get('/v1/reservations', { query: { status: 'confirmed' } })
  const codes: string[] = page.data.map(({ confirmationCode }) => confirmationCode)
  assert.deepEqual(codes, [])
  for await (const { name } of client.list('/v1/listings')) assert.fail(String(name))
})
