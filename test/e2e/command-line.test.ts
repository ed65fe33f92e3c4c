/** The command line of a person, through `bin/lodgewire`, terminals and pipes, against a real server. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { freePort } from '../harness/free-port.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { hasTerminals } from '../harness/terminal.ts'
import { until } from '../harness/until.ts'
import { startReceiver } from '../webhooks/receiver.ts'

interface CommandResult {
  code: number | null
  out: string
  err: string
}

describe('the command line of a person', { concurrency: false }, () => {
  const undo: (() => unknown)[] = []
  let server: ServerProcess
  let startServer: () => Promise<ServerProcess>
  let folder: string
  let command: string
  before(async () => {
    const database = await createTestDatabase()
    undo.push(database.drop)
    const place = testFolder()
    folder = place.folder
    undo.push(place.remove)
    const settings = {
      DATABASE_URL: database.url,
      ALLOW_PRIVATE_TARGETS: 'true',
      PORT: String(await freePort()),
    }
    startServer = () => startServerProcess(path.join(folder, 'data'), settings)
    server = await startServer()
    undo.push(() => server.stop())
    // A link from a folder of programs, as the guide advises.
    command = path.join(folder, 'lodgewire')
    symlinkSync(path.join(root, 'bin/lodgewire'), command)
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const environment = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    DATA_DIR: path.join(folder, 'no-data'),
    ...more,
  })

  function open(args: readonly string[], more: Record<string, string> = {}) {
    const child = spawn(command, args, {
      cwd: folder,
      env: environment(more),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const text = { out: '', err: '' }
    child.stdout.on('data', (chunk) => (text.out += String(chunk)))
    child.stderr.on('data', (chunk) => (text.err += String(chunk)))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, text, ended }
  }
  async function run(args: readonly string[], more: Record<string, string> = {}): Promise<CommandResult> {
    const { text, ended } = open(args, more)
    return { code: await ended, ...text }
  }
  async function succeed(...args: string[]): Promise<string> {
    const { code, out, err } = await run(args)
    assert.equal(code, 0, `${args.join(' ')}: ${err}`)
    return out
  }
  const readJson = async <T>(...args: string[]): Promise<T> =>
    JSON.parse(await succeed(...args, '--json')) as T

  /** Types into a terminal once each text is on its screen. */
  async function type(args: readonly string[], answers: [shown: string, typed: string][], columns = 100) {
    const line = `stty cols ${columns} rows 40; exec ${[command, ...args].map((one) => `'${one}'`).join(' ')}`
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: folder,
      env: environment({ TERM: 'xterm-256color', NO_COLOR: '1', SHELL: '/bin/sh' }),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let screen = ''
    child.stdout.on('data', (chunk) => (screen += String(chunk)))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    for (const [shown, typed] of answers) {
      await until(`"${shown}" on the screen`, () => {
        if (child.exitCode !== null) throw new Error(`It ended: ${screen}`)
        return screen.includes(shown)
      })
      child.stdin.write(typed)
    }
    const code = await ended
    return { code, screen: screen.replaceAll('\r\n', '\n') }
  }
  const terminals = { skip: hasTerminals() ? false : "util-linux's script is not installed" }

  it('logs in at a terminal without showing the key', terminals, async () => {
    const { screen, code } = await type(
      ['login', '--profile', 'typed'],
      [
        ['Server [', `${server.baseUrl}\r`],
        ['API key: ', `x\u007f${server.keys.sandboxKey}\r`],
      ],
    )
    assert.equal(code, 0, screen)
    assert.match(screen, /Logged in to http:\/\/\S+ as profile typed\./)
    assert.ok(!screen.includes(server.keys.sandboxKey.slice(8)), 'the key is on the screen')
    const stored = readFileSync(path.join(folder, 'config/lodgewire/profiles/typed.json'), 'utf8')
    assert.equal((JSON.parse(stored) as { key: string }).key, server.keys.sandboxKey)
    const stopped = await type(['login', '--server', server.baseUrl], [['API key: ', '\u0003']])
    assert.equal(stopped.code, 1)
    assert.match(stopped.screen, /Nothing was stored\./)
  })

  it('logs in from a pipe, and refuses a wrong key', async () => {
    const login = async (key: string) => {
      const child = spawn(command, ['login', '--server', server.baseUrl], {
        cwd: folder,
        env: environment(),
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      child.stdin.end(`${key}\n`)
      return new Promise<number | null>((resolve) => child.once('close', resolve))
    }
    assert.equal(await login('sk_test_wrong_wrong_wrong'), 1)
    assert.equal(await login(server.keys.sandboxKey), 0)
    assert.match(await succeed('profiles'), /default +http:\S+ +yes/)
  })

  it('lists homes and stays as the API has them, and tells the story of one', async () => {
    const { data: listings } = await readJson<{ data: { id: string; name: string }[] }>('listings')
    assert.equal(listings.length, 3)
    const table = await succeed('listings')
    for (const { id, name } of listings) assert.match(table, new RegExp(`^${id} +${name}`, 'm'))
    const [home] = listings
    assert.match(await succeed('listings', 'show', home?.name ?? ''), new RegExp(`^ID +${home?.id}$`, 'm'))

    const { data: stays } = await readJson<{ data: { id: string; confirmationCode: string }[] }>(
      'stays',
      'list',
    )
    const { body } = await api<{ data: unknown[] }>(server, server.keys.sandboxKey, 'GET', '/v1/reservations')
    assert.deepEqual(stays, body.data)
    const [stay] = stays
    const story = await succeed('stays', 'show', stay?.id ?? '')
    assert.match(story, new RegExp(`^Code +${stay?.confirmationCode}$`, 'm'))
    assert.match(story, /TIME \(UTC\) +CHANGE/)
    assert.match(story, /created/)
  })

  it('shows nights as weeks on a terminal, and a night a line in a pipe', terminals, async () => {
    const args = ['calendar', 'Ocean View', '--from', '2027-02-01', '--to', '2027-02-28']
    const lines = (await succeed(...args)).trim().split('\n')
    assert.match(lines[0] ?? '', /^Ocean View Villa, EUR, Europe\/Lisbon$/)
    assert.equal(lines.length, 2 + 1 + 28)
    assert.match(lines[3] ?? '', /^2027-02-01 +Mon +\w+ +\d+\.\d{2} +\d+/)
    const weeks = await type(args, [])
    assert.equal(weeks.code, 0)
    assert.match(
      weeks.screen,
      /Mon +Tue +Wed +Thu +Fri +Sat +Sun\n\n2027-02 +01 open .*\n +\d+\.\d{2} .*\n +min \d/,
    )
    const narrow = await type(args, [], 40)
    assert.match(narrow.screen, /NIGHT +2027-02-01|NIGHT +DAY/)
    // More nights than the server gives at once.
    const { nights } = await readJson<{ nights: { date: string }[] }>(
      ...['calendar', 'Ocean View', '--from', '2027-01-01', '--to', '2027-12-31'],
    )
    assert.equal(new Set(nights.map(({ date }) => date)).size, 365)
  })

  it('writes to a guest once it was allowed to', terminals, async () => {
    const { data } = await readJson<{ data: { id: string; unreadCount: number }[] }>('messages')
    const id = data[0]?.id ?? assert.fail('the sandbox has unread messages')
    assert.ok(data.every(({ unreadCount }) => unreadCount > 0))
    const count = async () =>
      (await readJson<{ messages: unknown[] }>('messages', 'show', id)).messages.length
    const first = await count()
    const refused = await type(['messages', 'send', id, 'Not this'], [['[y/N]', 'n\r']])
    assert.equal(refused.code, 1)
    assert.match(refused.screen, /Nothing was done\./)
    assert.match(await succeed('messages', 'send', id, 'Nor this', '--dry-run'), /Nor this/)
    assert.equal(await count(), first)
    const sent = await type(['messages', 'send', id, 'The code is 4711.'], [['[y/N]', 'y\r']])
    assert.equal(sent.code, 0, sent.screen)
    await until('the message', async () => (await count()) === first + 1)
    assert.match(await succeed('messages', 'show', id), /The code is 4711\./)
    const key = ['--yes', '--idempotency-key', 'said-once']
    for (let time = 0; time < 2; time += 1) await succeed('messages', 'send', id, 'Once.', ...key)
    assert.equal(await count(), first + 2)
  })

  it('tests a webhook, lists its deliveries and repeats one', async () => {
    const receiver = await startReceiver({ '/broken': 500 })
    undo.push(() => receiver.close())
    const subscribe = async (at: string) => {
      const body = { url: receiver.url(at), events: ['reservation.*'] }
      const answer = await api<{ id: string }>(server, server.keys.sandboxKey, 'POST', '/v1/webhooks', body)
      return answer.body.id
    }
    const id = await subscribe('/good')
    const asked = await run(['webhooks', 'test', id, 'reservation.created'])
    assert.equal(asked.code, 2)
    assert.equal(receiver.at('/good').length, 0)
    const tried = await succeed('webhooks', 'test', id, 'reservation.created', '--yes')
    assert.match(tried, /^reservation\.created: 204 accepted$/m)
    assert.equal(receiver.at('/good').length, 1)
    const { data } = await readJson<{ data: { id: string }[] }>('webhooks', 'deliveries', id)
    assert.match(await succeed('webhooks', 'deliveries', id), /reservation\.created +1 +204 accepted/)
    const again = await succeed('webhooks', 'replay', id, data[0]?.id ?? '', '--yes', '--force')
    assert.match(again, /204 accepted/)
    assert.equal(receiver.at('/good').length, 2)
    const broken = await subscribe('/broken')
    const failed = await run(['webhooks', 'test', broken, 'reservation.created', '--yes'])
    assert.equal(failed.code, 1)
    assert.match(failed.out, /500/)
    assert.match(await succeed('webhooks'), new RegExp(`${broken}.*/broken`))
  })

  it('explains a request that failed, and an error code', async () => {
    const failed = await run(['stays', 'show', '1'])
    assert.equal(failed.code, 1)
    const [, requestId = ''] = /\(request (\S+)\)/.exec(failed.err) ?? []
    const story = await until('the request in the log', async () => {
      const { code, out } = await run(['explain', requestId])
      return code === 0 ? out : null
    })
    assert.match(story, /^Request +GET \/v1\/reservations\/1$/m)
    assert.match(story, /^Answer +404 not_found$/m)
    assert.match(story, /^Meaning /m)
    const code = await run(['explain', 'not_found'], { LODGEWIRE_PROFILE: 'nobody' })
    assert.equal(code.code, 0, code.err)
    assert.match(code.out, /^Error code +not_found \(status 404\)$/m)
  })

  it('follows events through a restart of the server', async () => {
    const { data } = await readJson<{ data: { id: string }[] }>('messages', 'list', '--all')
    const tail = open(['events', 'tail', '--type', 'reservation.message.*', '--checkpoint', 'seen.json'])
    undo.push(() => tail.child.kill('SIGKILL'))
    await until('the checkpoint', () => {
      try {
        return readFileSync(path.join(folder, 'seen.json'), 'utf8') !== ''
      } catch {
        return false
      }
    })
    const say = (text: string) => succeed('messages', 'send', data[0]?.id ?? '', text, '--yes')
    const linesOf = () => tail.text.out.split('\n').filter(Boolean)
    await say('Before')
    await until('the first event', () => linesOf().length === 1)
    await server.kill()
    await until('word of the failure', () => tail.text.err.includes('Trying again'))
    server = await startServer()
    await say('After')
    await until('the second event', () => linesOf().length === 2)
    tail.child.kill('SIGINT')
    assert.equal(await tail.ended, 0, tail.text.err)
    assert.match(linesOf()[0] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}#\d+ +reservation\.message\.sent/)
    assert.equal(await succeed('events', 'tail', '--once', '--checkpoint', 'seen.json'), '')
  })

  it('forgets a profile', async () => {
    await succeed('logout')
    assert.equal((await run(['stays'])).code, 2)
    await run(['logout', '--profile', 'typed'])
    assert.equal(await succeed('profiles'), 'There are no profiles yet. Run: lodgewire login\n')
  })
})
