/** How sessions end, what is known of them afterwards, and who may cancel one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf, startConnectWorld, type ConnectWorld } from './world.ts'

let world: ConnectWorld
before(async () => {
  world = await startConnectWorld()
})
after(() => world.close())

test('an ended session says so, and says how it ended', async () => {
  const { sessionId } = await world.start()
  assert.equal((await world.send(sessionId)).status, 200)
  const cancelled = await world.start({ state: 'c' })
  const first = await world.cancel(cancelled.sessionId)
  assert.equal(first.status, 200, first.text)
  const back = new URL(String(first.body['returnUrl']))
  assert.equal(back.searchParams.get('error'), 'cancelled')
  assert.equal(back.searchParams.get('status'), 'cancelled')
  assert.equal(back.searchParams.get('session'), cancelled.sessionId)
  assert.equal(back.searchParams.get('state'), 'c')
  assert.equal((await world.cancel(cancelled.sessionId)).status, 200)
  for (const [id, status] of [
    [sessionId, 'completed'],
    [cancelled.sessionId, 'cancelled'],
  ] as const) {
    const refused = [
      await world.send(id),
      await world.app.post(
        `/v1/connect/sessions/${id}/select-provider`,
        { provider: 'guesty' },
        { key: null },
      ),
      await world.app.get(`/v1/connect/sessions/${id}/listing-options`, { key: null }),
      ...(status === 'completed' ? [await world.cancel(id)] : []),
    ]
    for (const answer of refused) {
      assert.equal(answer.status, 409, answer.text)
      assert.equal(errorOf(answer)['code'], 'session_terminal')
      assert.equal(errorOf(answer)['session_status'], status)
    }
    assert.equal((await world.view(id)).body['status'], status)
  }
})

test('a session that was not finished in time is gone', async () => {
  const { sessionId } = await world.start()
  const { sessionId: finished } = await world.start()
  await world.send(finished)
  world.app.clock.advance(24 * 3_600_000)
  const gone = [
    await world.view(sessionId),
    await world.view(finished),
    await world.send(sessionId),
    await world.cancel(sessionId),
    await world.app.post(
      `/v1/connect/sessions/${sessionId}/select-provider`,
      { provider: 'hostaway' },
      { key: null },
    ),
    await world.app.get(`/v1/connect/sessions/${sessionId}/listing-options`, { key: null }),
  ]
  for (const answer of gone) {
    assert.equal(answer.status, 410, answer.text)
    assert.equal(errorOf(answer)['code'], 'session_expired')
  }
})

test('a session whose time is over says how it stood and where it leads back to, and nothing else', async () => {
  const open = await world.start({ state: 'open', copy: { title: 'Hello' } })
  const finished = await world.start({ state: 'finished' })
  await world.send(finished.sessionId)
  const cancelled = await world.start({ state: 'cancelled' })
  await world.cancel(cancelled.sessionId)
  world.app.clock.advance(24 * 3_600_000)
  for (const [{ sessionId }, sessionStatus, result] of [
    [open, 'pending', { status: 'error', error: 'session_expired', state: 'open' }],
    [finished, 'completed', { status: 'connected', state: 'finished' }],
    [cancelled, 'cancelled', { status: 'cancelled', error: 'cancelled', state: 'cancelled' }],
  ] as const) {
    const answer = await world.view(sessionId)
    assert.equal(answer.status, 410, answer.text)
    const { returnUrl, session_status, ...rest } = errorOf(answer)
    assert.equal(session_status, sessionStatus)
    const back = new URL(String(returnUrl))
    assert.equal(back.origin + back.pathname, 'https://app.example.com/connected')
    assert.deepEqual(Object.fromEntries(back.searchParams), {
      tenant: '7',
      session: sessionId,
      workspaceId: world.app.workspace.id,
      ...result,
    })
    assert.deepEqual(Object.keys(rest).toSorted(), ['code', 'docs_url', 'fix', 'message', 'request_id'])
  }
})

test('cancelling without a key needs the header of the page, which no other site may send', async () => {
  const { sessionId } = await world.start()
  const origin = 'https://evil.example'
  for (const headers of [{}, { 'x-connect-page': '' }, { origin }]) {
    const refused = await world.cancel(sessionId, { key: null, headers })
    assert.equal(refused.status, 401, refused.text)
    assert.equal(errorOf(refused)['code'], 'unauthorized')
    assert.match(String(errorOf(refused)['fix']), /x-connect-page/)
  }
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const form = await world.cancel(sessionId, { key: null, headers: { origin, 'content-type': type } })
    assert.equal(form.status, 415, form.text)
  }
  const wrongKey = await world.cancel(sessionId, { key: 'sk_live_wrong' })
  assert.equal(wrongKey.status, 401, wrongKey.text)
  const other = await world.app.addWorkspace()
  assert.equal((await world.cancel(sessionId, { key: other.liveKey })).status, 404)
  assert.equal((await world.view(sessionId)).body['status'], 'pending')

  const preflight = await world.app.call('OPTIONS', `/v1/connect/sessions/${sessionId}/cancel`, {
    key: null,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, X-Connect-Page',
    },
  })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers['access-control-allow-headers'], 'content-type')

  const ofTheApp = await world.cancel(sessionId, {})
  assert.equal(ofTheApp.status, 200, ofTheApp.text)
  assert.equal((await world.view(sessionId)).body['status'], 'cancelled')
})
