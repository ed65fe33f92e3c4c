/** The demo as users run it: it finds free ports, respects a given one, and leaves nothing running. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { runScript, type Child } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'

let folder = ''
let remove = () => {}
beforeEach(() => void ({ folder, remove } = testFolder()))
afterEach(() => remove())

const demo = (args: string[], env: Record<string, string>) =>
  runScript('src/cli.ts', ['demo', ...args], {
    env: { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn', ...env },
    cwd: folder,
  })

async function listener() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

/** It sets up a database and imports an account, possibly on a busy machine. */
const withinMs = 90_000
const serverLine = /^Server +(http:\/\/127\.0\.0\.1:\d+) /m

/** Returns its address once the account is imported and the printed key reads it. */
async function usable(child: Child): Promise<URL> {
  const [, address = ''] = await child.line(serverLine, withinMs)
  const [, key = ''] = await child.line(/^Key +(sk_live_\w+)$/m)
  await child.line(/^Waiting for things to happen/m, withinMs)
  const answer = await fetch(`${address}/v1/listings`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(answer.status, 200)
  const { data } = (await answer.json()) as { data: unknown[] }
  assert.ok(data.length > 0, 'the account is imported')
  return new URL(address)
}

async function stop(child: Child): Promise<void> {
  child.process.kill('SIGINT')
  assert.equal(await child.ended, 0, child.err())
  assert.equal(child.err(), '')
  assert.ok(
    !existsSync(path.join(folder, 'data/demo/postgres/data/postmaster.pid')),
    'PostgreSQL is stopped too',
  )
}

test('the demo listens on the port that is asked for', async () => {
  const { server, port } = await listener()
  server.close()
  await once(server, 'close')
  const child = demo(['--port', String(port)], { PORT: '1' })
  assert.equal((await usable(child)).port, String(port))
  await stop(child)
})

test('where PORT is taken the demo takes a free one, but says so of one that was asked for', async () => {
  const { server, port } = await listener()
  const taken = String(port)
  try {
    const child = demo([], { PORT: taken })
    const [, address = ''] = await child.line(serverLine, withinMs)
    assert.notEqual(new URL(address).port, taken)
    await child.line(/^Key +/m)
    await stop(child)

    const refused = demo(['--port', taken], {})
    assert.equal(await refused.ended, 1)
    assert.equal(
      refused.err(),
      `Error: PORT: another program listens on 127.0.0.1:${taken}. Stop it or set PORT to another number.\n`,
    )
  } finally {
    server.close()
  }
})

test('a port that is none is refused by its option', async () => {
  for (const port of ['http', '70000', '-1', '']) {
    const child = demo([`--port=${port}`], {})
    assert.equal(await child.ended, 2, port)
    assert.match(child.err(), /^Error: --port (?:is a number from 0 to 65535|needs a value)/)
    assert.ok(!existsSync(path.join(folder, 'data')), 'nothing was begun')
  }
})
