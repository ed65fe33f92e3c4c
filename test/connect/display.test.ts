/** How the app that asks for an account is shown on the page of its session. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { logoOrigin } from '../../src/features/accounts/connect/app-display.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { errorOf, redirectUrl, unknownSession } from './world.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const display = {
  appName: 'Ménage & Mer 🏖️',
  appLogoUrl: 'https://static.example.com/logo.png?size=96',
  privacyUrl: 'https://app.example.com/privacy',
  termsUrl: 'https://app.example.com/terms#hosts',
}
const noDisplay = { appName: null, appLogoUrl: null, privacyUrl: null, termsUrl: null }

async function shown(sessionId: string): Promise<object> {
  const { status, body, text } = await app.get(`/v1/connect/sessions/${sessionId}`, { key: null })
  assert.equal(status, 200, text)
  const { appName, appLogoUrl, privacyUrl, termsUrl } = body
  return { appName, appLogoUrl, privacyUrl, termsUrl }
}

async function started(body: object, path = '/v1/connect'): Promise<string> {
  const answer = await app.post(path, { redirectUrl, ...body })
  assert.ok(answer.status < 300, answer.text)
  return String(answer.body['sessionId'])
}

describe('how an app is shown', () => {
  it('is kept with the session, whichever way it is made', async () => {
    assert.deepEqual(await shown(await started(display)), display)
    assert.deepEqual(await shown(await started(display, '/v1/connect/hostaway')), display)
    assert.deepEqual(await shown(await started({})), noDisplay)
    const { termsUrl } = display
    assert.deepEqual(await shown(await started({ termsUrl })), { ...noDisplay, termsUrl })
    const migration = { purpose: 'migrate', workspace: { name: 'Moved' }, ...display }
    assert.deepEqual(await shown(await started(migration)), display)
    assert.deepEqual(await shown(await started({ appName: 'x'.repeat(80) })), {
      ...noDisplay,
      appName: 'x'.repeat(80),
    })
  })

  it('is refused where it would not be shown as it was given', async () => {
    const links = [
      'http://app.example.com/',
      'javascript:alert(1)',
      'data:image/png;base64,AA==',
      '//app.example.com/logo.png',
      'logo.png',
      'https://user@app.example.com/',
      'https://user:word@app.example.com/',
      `https://app.example.com/${'x'.repeat(2048)}`,
      'https://',
      '',
      7,
      null,
    ]
    const names = ['', '   ', 'x'.repeat(81), 'Two\nlines', 'pma\u202Egnikoob', 'bell\u0007', 7, null]
    const cases = [
      ...['appLogoUrl', 'privacyUrl', 'termsUrl'].flatMap((field) =>
        links.map((value) => ({ field, value })),
      ),
      ...names.map((value) => ({ field: 'appName', value })),
    ]
    for (const path of ['/v1/connect', '/v1/connect/hostaway']) {
      for (const { field, value } of cases) {
        const answer = await app.post(path, { redirectUrl, [field]: value })
        const about = `${path} ${field} ${String(value)}: ${answer.text}`
        assert.equal(answer.status, 400, about)
        const error = errorOf(answer)
        assert.equal(error['code'], 'invalid_body', about)
        assert.equal(error['field'], field, about)
        const received =
          typeof value === 'string' ? value.slice(0, 200).replace(':word@', ':[hidden]@') : value
        assert.equal(error['value_received'], received, about)
        assert.match(String(error['message']), new RegExp(`\`${field}\` must`), about)
      }
    }
    const { message } = errorOf(
      await app.post('/v1/connect', { redirectUrl, appLogoUrl: 'http://a.example/' }),
    )
    assert.match(String(message), /starts with https:\/\//)
  })

  it('is refused under another name, and the right one is told', async () => {
    const answer = await app.post('/v1/connect', { redirectUrl, appLogoURL: display.appLogoUrl })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(errorOf(answer)['field'], 'appLogoURL')
    assert.equal(errorOf(answer)['did_you_mean'], 'appLogoUrl')
  })

  it('lets the page of this session alone load a logo, and from its origin only', async () => {
    const { services } = app
    assert.equal(await logoOrigin(services, await started(display)), 'https://static.example.com')
    const odd = await started({ appLogoUrl: "https://STATIC.example.com:8443/a;img-src%20*'" })
    assert.equal(await logoOrigin(services, odd), 'https://static.example.com:8443')
    assert.equal(await logoOrigin(services, await started({ appName: 'Plain' })), null)
    for (const id of [unknownSession(app.workspace.id), 'airbnb', 'nonsense'])
      assert.equal(await logoOrigin(services, id), null)
  })
})
