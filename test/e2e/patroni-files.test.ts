/** The files of `deploy/patroni`, as far as no cluster is needed; `npm run drills -- --only patroni` runs them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { root } from '../harness/child.ts'
import { proxyEnv } from '../harness/patroni.ts'
import { findTool, withoutTools } from '../harness/tools.ts'

const run = promisify(execFile)
const folder = path.join(root, 'deploy/patroni')

test(
  'HAProxy can read its file, and needs every member to be named',
  { skip: withoutTools('The file of HAProxy is', ['haproxy']) },
  async () => {
    const check = (env: Record<string, string>) =>
      run(findTool('haproxy') ?? '', ['-c', '-f', path.join(folder, 'haproxy.cfg')], { env })
    const members = [1, 2, 3].map((port) => ({ port, patroniPort: port + 8_000 }))
    const { stdout } = await check(proxyEnv(5_000, members))
    assert.match(stdout, /valid/)
    await assert.rejects(check(proxyEnv(5_000, members.slice(1))))
  },
)

test('Patroni replaces a primary only after the primary had time to give up', () => {
  const { bootstrap } = parse(readFileSync(path.join(folder, 'patroni.yml'), 'utf8')) as {
    bootstrap: { dcs: Record<string, number> }
  }
  const { ttl = 0, loop_wait: wait = 0, retry_timeout: retry = 0 } = bootstrap.dcs
  assert.ok(wait > 0 && retry > 0 && ttl >= wait + 2 * retry, JSON.stringify(bootstrap.dcs))
  assert.equal(bootstrap.dcs['synchronous_mode'], true)
})
