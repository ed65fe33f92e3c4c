/** A browser with the console open asks no other host, whatever pictures homes have. */
import assert from 'node:assert/strict'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { api } from '../../harness/server-process.ts'
import { withoutChromium } from '../connect/chromium.ts'
import { until } from '../../harness/until.ts'
import { drawPicture } from './pictures.ts'
import {
  assertReadable,
  openSandbox,
  screens,
  settled,
  startConsoleWorld,
  type ConsoleWorld,
} from './world.ts'

const good = drawPicture([90, 150, 80])
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=\'owned\'"/>'
const largest = 15 * 1024 * 1024
const bad = ['/page', '/svg', '/huge', '/inside']

describe('the console and other hosts', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let host: Server
  let villa: string
  /** Answers of the slow picture, which come when the test says so. */
  const held: ServerResponse[] = []
  let mostAtOnce = 0
  let running = 0

  before(async () => {
    world = await startConsoleWorld({ ALLOW_PRIVATE_TARGETS: 'true' })
    await world.makeOwner()
    host = createServer(({ url = '' }, response) => {
      running += 1
      mostAtOnce = Math.max(mostAtOnce, running)
      response.on('close', () => (running -= 1))
      if (url.startsWith('/slow')) return void held.push(response)
      if (url === '/inside')
        return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      response.writeHead(200, { 'content-type': 'image/png' })
      if (url === '/page') return void response.end('<!doctype html><title>Sign in</title>')
      if (url === '/svg') return void response.end(svg)
      response.end(url === '/huge' ? Buffer.concat([good, Buffer.alloc(largest)]) : good)
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const { data } = (await asOwner<{ data: { id: string; name: string }[] }>('GET', '/v1/listings')).body
    villa = data.find(({ name }) => name.includes('Ocean View'))?.id ?? ''
  })
  after(async () => {
    host.closeAllConnections()
    host.close()
    await world.stop()
  })

  const asOwner = <Body>(method: string, path: string, body?: object) =>
    api<Body>(world.server(), world.server().keys.sandboxKey, method, path, body)
  const showPhotos = async (paths: string[]) => {
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    const photos = paths.map((path) => ({ url: `${origin}${path}`, caption: path.slice(1) }))
    const { status } = await asOwner('PUT', `/v1/listings/${villa}/content`, { photos })
    assert.equal(status, 200)
  }

  test('no screen asks another host', async () => {
    await showPhotos(['/a'])
    const { page, complaints, context } = await world.signIn()
    await openSandbox(page)
    const { data } = (await asOwner<{ data: { id: string }[] }>('GET', '/v1/conversations')).body
    const ofHome = ['', '/photos', '/channels'].map((tab) => `/listings/${villa}${tab}`)
    for (const screen of [...Object.values(screens), ...ofHome, `/inbox/${data[0]?.id ?? ''}`]) {
      await page.goto(world.addressOf(screen))
      await settled(page)
      assert.deepEqual(complaints, [], screen)
    }
    await context.close()
  })

  for (const { name, width, locale } of [
    { name: 'desktop', width: 1280, locale: 'en-GB' },
    { name: 'phone', width: 360, locale: 'fr-FR' },
  ]) {
    test(`what is no picture, or a slow one, is left out on a ${name}`, async () => {
      await showPhotos([`/good-${name}`, `/slow-${name}`, ...bad, `/last-${name}`])
      const { page, complaints, context } = await world.signIn({ width, locale })
      await openSandbox(page)
      await page.goto(world.addressOf(`/listings/${villa}/photos`))
      // A picture is fetched once it comes near.
      for (let at = 0; at < 7; at += 1) await page.locator('.photo').nth(at).scrollIntoViewIfNeeded()
      await page.locator('.photo').nth(6).locator('img').waitFor()
      await page
        .locator('.photos .broken')
        .nth(bad.length - 1)
        .waitFor()
      assert.equal(await page.locator('.photos img').count(), 2)
      assert.equal(await page.locator('.photo').nth(1).locator('.waiting').count(), 1)
      const sizes = await page.evaluate(
        `[...document.querySelectorAll('.photos img')].map((one) => one.naturalWidth)`,
      )
      assert.deepEqual(sizes, [600, 600])
      await page.evaluate('scrollTo(0, 0)')
      await assertReadable(page, `pictures ${name}`)
      for (const response of held.splice(0)) response.writeHead(200).end(good)
      await page.locator('.photo').nth(1).locator('img').waitFor()
      assert.notEqual(await page.title(), 'owned')
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('fifty pictures of one host come a few at a time, and once', async () => {
    await showPhotos(Array.from({ length: 50 }, (_, index) => `/many-${index}`))
    mostAtOnce = 0
    const { page, complaints, context } = await world.signIn()
    await openSandbox(page)
    await page.goto(world.addressOf(`/listings/${villa}/photos`))
    await page.locator('.photo').nth(49).waitFor()
    await until('all pictures', async () => {
      await page
        .locator('.photos .waiting')
        .last()
        .scrollIntoViewIfNeeded({ timeout: 500 })
        .catch(() => {})
      return (await page.locator('.photos img').count()) === 50
    })
    assert.ok(mostAtOnce <= 8, `${mostAtOnce} at once`)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
