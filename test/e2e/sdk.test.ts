/** The SDK as it is published, in whole programs, against a real server: what is kept, what is lost, what is made twice. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, request as openRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Lodgewire, readWebhook } from '../../sdk/typescript/src/index.ts'
import { root, runScript, type Child } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const built = path.join(root, 'sdk/typescript/dist')
const mostBytes = 15_000
const dayMs = 86_400_000
const dayAt = (ahead: number) => new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10)
/** The oldest version that the package names; Debian has it. */
const oldNode = '/usr/bin/node'

describe('the SDK', { concurrency: false }, () => {
  const undo: (() => unknown)[] = []
  let server: ServerProcess
  let client: Lodgewire
  let listing: string
  let folder: string
  before(async () => {
    const build = runScript('sdk/typescript/build.ts', [])
    assert.equal(await build.ended, 0, build.err() + build.out())
    const database = await createTestDatabase()
    undo.push(database.drop)
    const made = testFolder()
    folder = made.folder
    undo.push(made.remove)
    server = await startServerProcess(folder, { DATABASE_URL: database.url, ALLOW_PRIVATE_TARGETS: 'true' })
    undo.push(() => server.stop())
    client = new Lodgewire({ baseUrl: server.baseUrl, apiKey: server.keys.sandboxKey })
    const { data } = await client.get('/v1/listings', { query: { limit: 1 } })
    listing = data[0]?.id ?? assert.fail('the sandbox has listings')
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const serve = async (handler: Parameters<typeof createServer>[1]): Promise<string> => {
    const site: Server = createServer(handler)
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    undo.push(() => site.close())
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  }
  const textOf = async (request: IncomingMessage) => {
    let text = ''
    for await (const part of request) text += String(part)
    return text
  }
  const start = (name: string, env: Record<string, string> = {}): Child =>
    runScript(`sdk/typescript/examples/${name}.ts`, [], {
      cwd: folder,
      env: { API: server.baseUrl, API_KEY: server.keys.sandboxKey, LISTING: listing, ...env },
    })
  /** Runs an example to its end, and returns what it printed. */
  const example = async (name: string, env?: Record<string, string>): Promise<string> => {
    const child = start(name, env)
    assert.equal(await child.ended, 0, child.err())
    return child.out()
  }
  const book = (from: number, to: number, name = 'Ada') =>
    client.post('/v1/reservations', {
      body: {
        listingId: listing,
        checkIn: dayAt(from),
        checkOut: dayAt(to),
        guest: { firstName: name, lastName: 'Lovelace', email: 'ada@example.com' },
        guestCount: 2,
      },
    })
  const fileOf = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T

  test('is small and has no dependencies', () => {
    const code = readdirSync(built).filter((name) => name.endsWith('.js'))
    const bytes = gzipSync(code.map((name) => readFileSync(path.join(built, name), 'utf8')).join('\n')).length
    console.log(`the SDK has ${bytes} bytes, compressed`)
    assert.ok(bytes < mostBytes, String(bytes))
    for (const name of code)
      for (const [, from = ''] of readFileSync(path.join(built, name), 'utf8').matchAll(/from '([^']+)'/g))
        assert.match(from, /^\.\//, `${name} imports ${from}`)
  })

  test('runs on the oldest Node that the package names', { skip: !existsSync(oldNode) }, async () => {
    const script = `import { Lodgewire, LodgewireError } from ${JSON.stringify(path.join(built, 'index.js'))}
      const client = new Lodgewire({ baseUrl: process.env.API, apiKey: process.env.API_KEY })
      let count = 0
      for await (const stay of client.list('/v1/reservations', { query: { limit: 5 } })) if (stay.id) count += 1
      const error = await client.get('/v1/reservations/{id}', { path: { id: '999999' } }).catch((thrown) => thrown)
      console.log(process.version, count, error instanceof LodgewireError, error.code, error.status)`
    const { stdout } = await run(oldNode, ['--input-type=module', '-e', script], {
      env: { API: server.baseUrl, API_KEY: server.keys.sandboxKey },
    })
    assert.match(stdout, /^v2\d\.\S+ \d+ true not_found 404/)
    console.log(`ran on ${stdout.split(' ')[0]}`)
  })

  test('a booking whose answer is lost on the way is made once', async () => {
    let lost = 0
    // Carries the request to the server, and cuts the connection instead of handing the first answer back.
    const cutting = await serve((request, response) => {
      const { method, headers, url } = request
      const onward = openRequest(new URL(url ?? '/', server.baseUrl), { method, headers }, (answer) => {
        if (method === 'POST' && lost++ === 0) return void answer.resume().on('end', () => response.destroy())
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
      })
      request.pipe(onward)
    })
    const careful = new Lodgewire({ baseUrl: cutting, apiKey: server.keys.sandboxKey })
    const stay = await careful.post('/v1/reservations', {
      body: {
        listingId: listing,
        checkIn: dayAt(200),
        checkOut: dayAt(203),
        guest: { firstName: 'Lost', lastName: 'Answer', email: 'lost@example.com' },
      },
    })
    assert.equal(lost, 2, 'the second answer came')
    const codes: string[] = []
    for await (const one of client.list('/v1/reservations', {
      query: { check_in_after: dayAt(200), check_in_before: dayAt(200) },
    }))
      codes.push(one.confirmationCode)
    assert.deepEqual(codes, [stay.confirmationCode])
  })

  test('a delivery of the server is read, and one that was touched is not', async () => {
    const received: { body: string; headers: IncomingMessage['headers'] }[] = []
    const url = await serve((request, response) => {
      void textOf(request).then((body) => {
        received.push({ body, headers: request.headers })
        response.end()
      })
    })
    const { secret } = await client.post('/v1/webhooks', {
      body: { url: `${url}/hooks`, events: ['reservation.*'] },
    })
    const stay = await book(210, 212, 'Hook')
    const { body, headers } = await until('the delivery', () =>
      received.find((one) => one.body.includes(stay.confirmationCode ?? '-')),
    )
    const event = await readWebhook({ body, headers, secret })
    assert.ok(event.event === 'reservation.created')
    assert.equal(event.data.object.checkIn, dayAt(210))
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('webhook-')))
    assert.equal((await readWebhook({ body, headers: own, secret })).eventId, event.eventId)
    await assert.rejects(readWebhook({ body: `${body} `, headers, secret }), {
      name: 'WebhookVerificationError',
    })
  })

  test('the cleaning schedule survives a date move, a cancellation and a second run', async () => {
    const stay = await book(230, 233, 'Clean')
    const id = stay.id ?? assert.fail()
    await example('cleaning-schedule')
    type Cleanings = Record<string, { day: string; listingId: string }>
    assert.equal(fileOf<Cleanings>('cleanings.json')[id]?.day, dayAt(233))
    assert.match(await example('cleaning-schedule'), /^0 stays changed/)
    await client.patch('/v1/reservations/{id}', {
      path: { id },
      body: { checkIn: dayAt(231), checkOut: dayAt(236) },
    })
    assert.match(await example('cleaning-schedule'), /^1 stays changed/)
    assert.equal(fileOf<Cleanings>('cleanings.json')[id]?.day, dayAt(236))
    await client.post('/v1/reservations/{id}/cancel', { path: { id } })
    await example('cleaning-schedule')
    assert.equal(fileOf<Cleanings>('cleanings.json')[id], undefined)
  })

  test('a door code is set for each stay, moves with it, and ends with it', async () => {
    const { id = '' } = await book(240, 243, 'Door')
    const env = { LOCK_SECRET: 'a secret' }
    await example('door-codes', env)
    type Codes = Record<string, { code: string; from: string; until: string }>
    const first = fileOf<Codes>('codes.json')[id] ?? assert.fail()
    assert.match(first.code ?? '', /^\d{6}$/)
    assert.ok(first.from.startsWith(`${dayAt(240)}T`) && first.until.startsWith(`${dayAt(243)}T`))
    await client.patch('/v1/reservations/{id}', {
      path: { id },
      body: { checkIn: dayAt(241), checkOut: dayAt(245) },
    })
    await example('door-codes', env)
    const moved = fileOf<Codes>('codes.json')[id]
    assert.equal(moved?.code, first.code)
    assert.ok(moved?.until.startsWith(dayAt(245)))
    await client.post('/v1/reservations/{id}/cancel', { path: { id } })
    await example('door-codes', env)
    assert.equal(fileOf<Codes>('codes.json')[id], undefined)
  })

  test('a guest sees the price and books once, however often they press', async () => {
    const child = start('booking-page', { PORT: '0' })
    undo.push(() => child.process.kill())
    const [url] = await child.line(/http:\S+/)
    const offered = await (await fetch(`${url}/?from=${dayAt(250)}&to=${dayAt(253)}&guests=2`)).text()
    const [, total] = /<b>([\d.]+) [A-Z]{3}<\/b>/.exec(offered) ?? assert.fail(offered)
    const fields = [...offered.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    const form = new URLSearchParams([
      ...fields,
      ['first', 'Grace'],
      ['last', 'Hopper'],
      ['email', 'grace@example.com'],
    ])
    const press = async () => (await fetch(url, { method: 'POST', body: form })).text()
    const [one, two] = await Promise.all([press(), press()])
    assert.match(one, /Booked\. Your code is <b>\S+<\/b>/)
    assert.equal(two, one)
    const stays = await client.get('/v1/reservations', {
      query: { check_in_after: dayAt(250), check_in_before: dayAt(250) },
    })
    assert.equal(stays.data.length, 1)
    assert.equal(stays.data[0]?.financials?.totalPrice, Number(total))
    const taken = await (await fetch(`${url}/?from=${dayAt(250)}&to=${dayAt(253)}`)).text()
    assert.match(taken, /cannot be booked \(taken\)/)
    const wrong = await fetch(`${url}/?from=soon&to=later`)
    assert.equal(wrong.status, 422)
  })

  test('prices are tried, written and read back', async () => {
    const priceAt = async () => {
      const query = { from: dayAt(30), to: dayAt(44) }
      const { days } = await client.get('/v1/availability/{propertyId}', {
        path: { propertyId: listing },
        query,
      })
      return days.map(({ price }) => price)
    }
    const before = await priceAt()
    await example('pricing-app', { DRY_RUN: '1' })
    assert.deepEqual(await priceAt(), before)
    assert.match(await example('pricing-app'), /All nights read back as they were written\./)
  })

  test('the sheet has a row for each stay, and no cell that a spreadsheet would run', async () => {
    await book(260, 262, '=HYPERLINK("http://example.com")')
    await example('sheet')
    const sheet = readFileSync(path.join(folder, 'stays.csv'), 'utf8')
    let stays = 0
    for await (const stay of client.list('/v1/reservations')) {
      stays += 1
      assert.ok(sheet.includes(`"${stay.confirmationCode}"`), stay.confirmationCode)
    }
    assert.equal(sheet.trim().split('\r\n').length, stays + 1)
    assert.ok(sheet.includes(`"'=HYPERLINK`))
    assert.doesNotMatch(sheet, /"=/)
  })

  test('the bridge closes what the other calendar has, and gives it ours', async () => {
    const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Elsewhere//EN\r\nBEGIN:VEVENT\r\nUID:1@elsewhere\r\nDTSTAMP:20270101T000000Z\r\nDTSTART;VALUE=DATE:${dayAt(270).replaceAll('-', '')}\r\nDTEND;VALUE=DATE:${dayAt(272).replaceAll('-', '')}\r\nSUMMARY:Taken\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    const other = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(ics),
    )
    const printed = await example('calendar-bridge', { CALENDAR: `${other}/calendar.ics` })
    const { export: ours } = JSON.parse(printed) as { export: string }
    await until('the closed nights', async () => {
      const query = { from: dayAt(270), to: dayAt(271) }
      const { days } = await client.get('/v1/availability/{propertyId}', {
        path: { propertyId: listing },
        query,
      })
      return days.every(({ available }) => !available)
    })
    const calendar = await (await fetch(ours)).text()
    assert.match(calendar, /^BEGIN:VCALENDAR/)
    assert.ok(
      calendar.includes(`DTSTART;VALUE=DATE:${dayAt(250).replaceAll('-', '')}`),
      'a stay that was booked here',
    )
    await example('calendar-bridge', { CALENDAR: `${other}/calendar.ics` })
    const { data: feeds } = await client.get('/v1/listings/{id}/ical-feeds', { path: { id: listing } })
    assert.equal(feeds.length, 1, 'a second run follows nothing twice')
  })
})
