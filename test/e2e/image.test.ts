/**
 * The steps of the container image, without a daemon: its scripts make a Debian root and `/app`, which boot as the image
 * does, as a user without rights and with a root that nobody can write.
 */
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import type { KeysFile } from '../../src/features/tenancy/workspaces/keys-file.ts'
import { serverVersion } from '../../src/platform/version.ts'
import { root } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { freePort } from '../harness/free-port.ts'
import { withoutRegistry } from '../harness/registry.ts'
import { api, walk } from '../harness/server-process.ts'
import { testsUnless } from '../harness/skipping.ts'
import { withoutTools } from '../harness/tools.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const steps = path.join(root, 'deploy/image')
const user = 10_001
const asUser = ['--reuid', String(user), '--regid', String(user), '--clear-groups']
const mostMegabytes = 350
/** Makes what Debian's slim images are: folders left out, and no Perl for a merge that is done. */
const slim = [
  '--hook-dir=/usr/share/mmdebstrap/hooks/maybe-merged-usr',
  ...['doc', 'man', 'locale', 'info', 'lintian'].map(
    (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
  ),
]

/** Runs the last step in the root, with what a container has mounted. */
const prepare = [`copy-in ${path.join(steps, 'prepare.sh')} /tmp`, 'chroot "$1" /tmp/prepare.sh'].map(
  (hook) => `--customize-hook=${hook}`,
)

/** npm hands its own settings on to what it runs; in the image's build there are none. Authorities of a proxy stay. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
)

/** Namespaces need rights that a container may not give. */
async function withoutSandbox(): Promise<string | false> {
  const missing = withoutTools('The image is', ['mmdebstrap', 'bwrap', 'setpriv', 'strip'])
  if (missing !== false) return missing
  if (process.getuid?.() !== 0) return 'only root can make a Debian root'
  return run('setpriv', [...asUser, 'bwrap', '--ro-bind', '/', '/', '--unshare-pid', 'true']).then(
    () => false,
    (error: Error) => {
      console.error(`\n!! The image is NOT tested: ${error.message}\n`)
      return error.message
    },
  )
}

const reason = await withoutSandbox()

describe('the image', { skip: reason, concurrency: false }, () => {
  const place = testFolder()
  const debian = path.join(place.folder, 'root')
  const data = path.join(place.folder, 'data')
  let skip: string | false = false
  const testWhole = testsUnless(() => skip)
  let port = 0

  const build = (target: string) =>
    run(path.join(steps, 'build.sh'), [root, path.join(place.folder, target)], {
      env: { ...environment, SOURCE_DATE_EPOCH: '1700000000' },
      maxBuffer: 16 * 1024 * 1024,
    })
  const digestOf = async (folder: string) => {
    const tar = `tar --sort=name --owner=0 --group=0 --numeric-owner -C ${folder} -cf - . | sha256sum`
    return (await run('sh', ['-c', tar])).stdout
  }
  const megabytes = async (folder: string) => Number((await run('du', ['-sm', folder])).stdout.split('\t')[0])

  /** Runs a command in the image: nothing but `/data` and `/tmp` can be written. */
  const inImage = (command: string[]): [string, string[]] => {
    const mounts = `--ro-bind ${debian} / --bind ${data} /data --tmpfs /tmp --dev /dev --proc /proc`
    const environment = `--clearenv --setenv DATA_DIR /data --setenv PORT ${port} --setenv PATH /app/node_modules/.bin:/usr/bin:/bin`
    const sandbox = `--unshare-pid --die-with-parent --chdir /data ${mounts} ${environment}`.split(' ')
    return ['setpriv', [...asUser, 'bwrap', ...sandbox, ...command]]
  }

  before(async () => {
    port = await freePort()
    skip = await withoutRegistry('The image is', async () => {
      await Promise.all([
        run('mmdebstrap', ['--quiet', '--variant=minbase', ...slim, ...prepare, 'bookworm', debian]),
        build('app'),
      ])
    })
    if (skip !== false) return
    cpSync(path.join(place.folder, 'app'), path.join(debian, 'app'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    mkdirSync(data)
    chownSync(data, user, user)
  })
  after(() => place.remove())

  /** A container's stop reaches the server alone, which is the child of the sandbox's first process. */
  async function stopServer({ pid, exitCode }: ChildProcess): Promise<void> {
    if (exitCode !== null) return
    const childOf = async (parent: string) => (await run('pgrep', ['-P', parent])).stdout.trim()
    process.kill(Number(await childOf(await childOf(String(pid)))), 'SIGTERM')
  }

  testWhole('is below 350 MB', async () => {
    const [system, app] = [await megabytes(debian), await megabytes(path.join(debian, 'app'))]
    console.log(`image: ${system} MB, of it ${app} MB in /app`)
    assert.ok(system < mostMegabytes, `${system} MB`)
  })

  testWhole('is the same twice', async () => {
    await build('again')
    const digests = await Promise.all(['app', 'again'].map((name) => digestOf(path.join(place.folder, name))))
    assert.equal(digests[0], digests[1])
  })

  testWhole(
    'boots without rights on a root that nobody writes, answers, is healthy and ends in good order',
    async () => {
      const child: ChildProcess = spawn(...inImage(['lodgewire', 'start']), {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => (text += String(chunk)))
      const ended = once(child, 'exit')
      try {
        await until('the ready line', () => {
          if (child.exitCode !== null) throw new Error(text)
          return text.includes('Lodgewire is ready: ')
        })
        const keys = JSON.parse(readFileSync(path.join(data, 'keys.json'), 'utf8')) as KeysFile
        const server = { baseUrl: `http://127.0.0.1:${port}` }
        const health = await api<{ version: string }>(server, keys.sandboxKey, 'GET', '/v1/health')
        assert.equal(health.body.version, serverVersion)
        assert.ok((await walk(server, keys.sandboxKey, '/v1/listings')).length > 0)
        assert.equal((await fetch(`${server.baseUrl}/console`)).status, 200)
        // The health check of the image, in it.
        await run(...inImage(['node', '/app/is-ready.js']))
      } finally {
        await stopServer(child)
      }
      const [code] = (await ended) as [number | null]
      assert.equal(code, 0, text)
      assert.doesNotMatch(text, /EROFS|EACCES/)
    },
  )

  test('the Dockerfile is clean and runs the same steps, as this user', () => {
    const text = readFileSync(path.join(steps, 'Dockerfile'), 'utf8')
    assert.deepEqual(validate(text), [])
    for (const line of [
      /^RUN deploy\/image\/build\.sh /m,
      /prepare\.sh/,
      /^USER lodgewire$/m,
      /is-ready\.js/,
    ])
      assert.match(text, line)
    assert.match(readFileSync(path.join(steps, 'prepare.sh'), 'utf8'), new RegExp(`--uid ${user} `))
  })
})
