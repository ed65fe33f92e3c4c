/** Roles in the console: the server refuses what a role may not, and the console does not offer it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { memberRoles, type MemberRole } from '../../../src/contract/member-roles.ts'
import { api } from '../../harness/server-process.ts'
import { withoutChromium, type WatchedPage } from '../connect/chromium.ts'
import { addressOfNothing, consoleWrites, mayWrite, nameOf, type ConsoleWrite } from './console-writes.ts'
import { pressEverything, type Pressed } from './press-everything.ts'
import { openSandbox, screens, startConsoleWorld, type ConsoleWorld } from './world.ts'

const writes = consoleWrites()
/** So few would mean that the source is not read as it is written. */
const fewestWrites = 25
/**
 * An owner who presses everything reaches more than half of the writes; the others need a stay, a move or a plan of their
 * own. A busy machine is too late for some buttons.
 */
const leastReached = 0.4

/** Who may most and who may least; what a manager is refused, the loop over the writes shows. */
const pressing: readonly MemberRole[] = ['owner', 'read_only']

describe('roles in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  const windows = new Map<MemberRole, WatchedPage>()
  const pageOf = (role: MemberRole) => {
    const window = windows.get(role)
    assert.ok(window)
    return window.page
  }
  const join = async (role: MemberRole): Promise<WatchedPage> => {
    const email = `${role}@example.com`
    const { body } = await api<{ invitationLink: string }>(
      world.server(),
      world.server().keys.liveKey,
      'POST',
      '/v1/members',
      { email, role },
    )
    const { search, hash } = new URL(body.invitationLink)
    const watched = await world.open()
    await watched.page.goto(`${world.origin()}/console${search}${hash}`)
    await watched.page.locator('button.main').click()
    await watched.page.locator('nav.side').waitFor({ state: 'attached' })
    await openSandbox(watched.page)
    return watched
  }
  before(async () => {
    world = await startConsoleWorld()
    await api(world.server(), world.server().keys.sandboxKey, 'POST', '/v1/webhooks', {
      url: 'https://example.com/hook',
      events: ['*'],
    })
    // What can be changed and deleted has to be there.
    const make = (method: string, path: string, body: object) =>
      api(world.server(), world.server().keys.sandboxKey, method, path, body)
    await make('POST', '/v1/schema/custom', { name: 'our-crm', mappings: { reference: 'confirmationCode' } })
    await make('PUT', '/v1/kv/message-template%3A1?project_id=console', {
      value: { name: 'Arrival', language: 'en', body: 'Hello [guest]' },
    })
    for (const role of memberRoles) windows.set(role, await join(role))
  })
  after(() => world.stop())

  /** A request as the console makes it, from its own page; an unknown parameter keeps it from doing anything. */
  const send = (role: MemberRole | null, write: ConsoleWrite) => {
    const page = pageOf(role ?? 'owner')
    const request = {
      url: `${world.origin()}${addressOfNothing(write)}?surprise=1`,
      method: write.method,
      // The console's header makes the cookie count; without it nobody is signed in.
      headers: {
        'content-type': 'application/json',
        ...(role === null ? {} : { 'x-lodgewire-console': 'sandbox' }),
      },
      ...(write.method === 'DELETE' ? {} : { body: '{}' }),
    }
    return page.evaluate(async ({ url, ...init }) => {
      const response = await fetch(url, init)
      return { status: response.status, text: await response.text() }
    }, request)
  }

  test('the source of the console names every write', () => {
    assert.ok(writes.length >= fewestWrites, `${writes.length}`)
  })

  for (const write of writes)
    test(`${nameOf(write)} is done or refused by role`, async () => {
      for (const role of memberRoles) {
        const { status, text } = await send(role, write)
        const about = `${role}: ${status} ${text}`
        if (mayWrite(role, write))
          assert.ok(status >= 400 && status < 500 && status !== 401 && status !== 403, about)
        else assert.equal(status, 403, about)
      }
      const { status, text } = await send(null, write)
      const about = `nobody: ${status} ${text}`
      if (write.scope === null)
        assert.ok(status >= 400 && status < 500 && status !== 401 && status !== 403, about)
      else assert.equal(status, 401, about)
    })

  /** A stay that waits for an answer offers other buttons than one that stands. */
  const addressOfStay = async (status: string) => {
    const { body } = await api<{ data: { id: string }[] }>(
      world.server(),
      world.server().keys.sandboxKey,
      'GET',
      `/v1/reservations?status=${status}&limit=1`,
    )
    return `/reservations/${body.data[0]?.id}`
  }

  /** An inquiry that is open can be answered in more ways than a message. */
  const addressOfInquiry = async () => {
    const { body } = await api<{ data: { conversationId: string }[] }>(
      world.server(),
      world.server().keys.sandboxKey,
      'GET',
      '/v1/inquiries?limit=1',
    )
    return `/inbox/${body.data[0]?.conversationId}`
  }

  test('whoever presses everything is offered only what the role may', async () => {
    const addresses = [
      ...Object.values(screens),
      await addressOfStay('pending'),
      await addressOfStay('confirmed'),
      await addressOfInquiry(),
    ].map(world.addressOf)
    const pressed = new Map<MemberRole, Pressed>()
    await Promise.all(
      pressing.map(async (role) => {
        pressed.set(role, await pressEverything(pageOf(role), addresses))
      }),
    )
    for (const role of pressing) {
      const { screens: seen = [], writes: tried = [] } = pressed.get(role) ?? {}
      const names = [...new Set(tried.map(nameOf))]
      console.log(
        `${role}: ${seen.length} screens, ${seen.reduce((sum, { buttons }) => sum + buttons.length, 0)} buttons, ${names.length} of ${writes.length} writes tried`,
      )
      const refused = [...new Set(tried.filter((write) => !mayWrite(role, write)).map(nameOf))]
      assert.deepEqual(refused, [], `the console offers to a member who is ${role} what the server refuses`)
    }
    const byOwner = new Set(pressed.get('owner')?.writes.map(nameOf))
    assert.ok(byOwner.size >= writes.length * leastReached, `only ${[...byOwner].join(', ')}`)
  })
})
