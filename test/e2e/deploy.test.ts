/** The files of `deploy`: systemd judges the unit, the proxies stand before a real server, Compose reads its file. */
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request as secureRequest } from 'node:https'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { root } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { freePort } from '../harness/free-port.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { findTool, withoutTools } from '../harness/tools.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const deploy = path.join(root, 'deploy')

describe('the units of systemd', { skip: withoutTools('Units of systemd are', ['systemd-analyze']) }, () => {
  const units = globSync('systemd/*', { cwd: deploy }).map((name) => path.join(deploy, name))

  test('can be read, but for the program that is not on this machine', async () => {
    const { stderr } = await run('systemd-analyze', ['verify', ...units]).catch(
      (error: { stderr: string }) => error,
    )
    const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))
    assert.deepEqual(complaints, [])
  })

  test('of services expose less than 3.0 of 10', async () => {
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit])
      const [, score] = /Overall exposure level[^:]*: ([\d.]+)/.exec(stdout) ?? []
      console.log(`exposure of ${path.basename(unit)}: ${score}`)
      assert.ok(Number(score) < 3, stdout.slice(-200))
    }
  })

  test('of timers name a moment that systemd understands', async () => {
    for (const unit of units.filter((name) => name.endsWith('.timer'))) {
      const [, when = ''] = /^OnCalendar=(.*)$/m.exec(readFileSync(unit, 'utf8')) ?? []
      const { stdout } = await run('systemd-analyze', ['calendar', when])
      assert.match(stdout, /Next elapse: .* 03:15:00 UTC/)
    }
  })
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Asks over TLS with a certificate that nobody signed, by a name that no DNS knows. */
function ask(
  port: number,
  url: string,
  { host, headers = {}, method = 'GET', body }: AskOptions & { host: string },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = secureRequest(
    {
      ...{ host: '127.0.0.1', port, path: url, method, servername: host, rejectUnauthorized: false },
      headers: { host, ...headers },
    },
    (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}
interface AskOptions {
  headers?: Record<string, string>
  method?: string
  body?: string | Buffer
}

interface Proxy {
  port: number
  host: string
  stop(): Promise<void>
}

async function startProxy(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = spawn(findTool(name) ?? name, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  child.once('exit', (code) => {
    if (code) console.error(`${name} ended with ${code}: ${text}`)
  })
  return child
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

describe('the proxies', { skip: withoutTools('The proxies are', ['caddy', 'nginx', 'openssl']) }, () => {
  const place = testFolder()
  let server: ServerProcess
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  before(async () => {
    database = await createTestDatabase()
    server = await startServerProcess(path.join(place.folder, 'data'), {
      DATABASE_URL: database.url,
      TRUSTED_PROXIES: '127.0.0.1',
      BURST_LIMIT: '30',
    })
  })
  after(async () => {
    await server.stop()
    await database.drop()
    place.remove()
  })
  const address = () => new URL(server.baseUrl).host

  async function startCaddy(): Promise<Proxy> {
    const [port, plainPort] = [await freePort(), await freePort()]
    const text = readFileSync(path.join(deploy, 'caddy/Caddyfile'), 'utf8')
    const file = path.join(place.folder, 'Caddyfile')
    // Ports that need no right, and nothing of the machine's trust is changed.
    writeFileSync(
      file,
      `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n${text}`,
    )
    const home = path.join(place.folder, 'caddy')
    const child = await startProxy('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      LODGEWIRE: address(),
    })
    return { port, host: 'localhost', stop: () => stopped(child) }
  }

  async function startNginx(): Promise<Proxy> {
    const [port, plainPort] = [await freePort(), await freePort()]
    const home = path.join(place.folder, 'nginx')
    mkdirSync(home)
    const certificate = [
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=lodgewire.example',
    ]
    const [key, chain] = [path.join(home, 'privkey.pem'), path.join(home, 'fullchain.pem')]
    await run('openssl', ['req', ...certificate, '-keyout', key, '-out', chain])
    const site = readFileSync(path.join(deploy, 'nginx/lodgewire.conf'), 'utf8')
      .replace('127.0.0.1:4000', address())
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replaceAll('/etc/ssl/lodgewire', home)
    const file = path.join(home, 'nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `  ${name}_temp_path ${home}/${name};\n`)
      .join('')
    writeFileSync(
      file,
      `daemon off;\npid ${home}/pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${temporary}${site}\n}\n`,
    )
    const child = await startProxy('nginx', ['-c', file, '-p', home])
    return { port, host: 'lodgewire.example', stop: () => stopped(child) }
  }

  for (const { name, start } of [
    { name: 'Caddy', start: startCaddy },
    { name: 'nginx', start: startNginx },
  ])
    describe(name, { concurrency: false }, () => {
      let proxy: Proxy
      const get = (url: string, options: AskOptions = {}) =>
        ask(proxy.port, url, { ...options, host: proxy.host })
      const authorization = () => `Bearer ${server.keys.sandboxKey}`
      before(async () => {
        proxy = await start()
        await until(`${name} to serve`, () =>
          get('/v1/health/ready').then(
            ({ status }) => status === 200,
            () => false,
          ),
        )
      })
      after(() => proxy.stop())

      test('passes requests and answers on as they are', async () => {
        const { status, headers, body } = await get('/v1/listings?limit=1', {
          headers: { authorization: authorization(), 'x-request-id': 'through-a-proxy' },
        })
        assert.equal(status, 200, body)
        assert.equal((JSON.parse(body) as { data: unknown[] }).data.length, 1)
        assert.equal(headers['x-request-id'], 'through-a-proxy')
        const tagged = await get('/openapi.json', { headers: { 'accept-encoding': 'br' } })
        assert.equal(tagged.status, 200)
        assert.ok(tagged.headers.etag)
      })

      test('an address that a caller claims is not believed', async () => {
        // Each claims another address; one limit of an address counts them all.
        const statuses = await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            get('/v1/listings', {
              headers: { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` },
            }).then(({ status }) => status),
          ),
        )
        assert.ok(statuses.includes(429), JSON.stringify(statuses))
      })

      test('a large body reaches the server, whose limit answers', async () => {
        const body = Buffer.alloc(3 * 1024 * 1024, 32)
        const { status, body: text } = await get('/v1/listings', {
          method: 'POST',
          headers: { authorization: authorization(), 'content-type': 'application/json' },
          body,
        })
        assert.equal(status, 413, text)
        assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, 'payload_too_large')
      })

      test('the console and the docs are served through it', async () => {
        for (const page of ['/console', '/docs']) {
          const { status, headers } = await get(page)
          assert.equal(status, 200, page)
          assert.match(String(headers['content-security-policy']), /'self'/)
        }
      })
    })
})

describe('what Compose starts', () => {
  interface Service {
    image?: string
    build?: { context: string; dockerfile: string }
    environment?: Record<string, string>
    volumes?: string[]
    depends_on?: string[] | Record<string, unknown>
  }
  const compose = parse(readFileSync(path.join(deploy, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const services = Object.entries(compose.services)

  test('names files, services, volumes and settings that exist', () => {
    const page = readFileSync(path.join(root, 'docs/operate/configuration.md'), 'utf8')
    for (const [name, { build, volumes = [], environment = {}, image, depends_on: needs = [] }] of services) {
      if (build) assert.ok(existsSync(path.join(deploy, build.context, build.dockerfile)), name)
      for (const need of Array.isArray(needs) ? needs : Object.keys(needs))
        assert.ok(need in compose.services, `${name} needs ${need}`)
      for (const volume of volumes) {
        const [from = ''] = volume.split(':')
        assert.ok(
          from.startsWith('.') ? existsSync(path.join(deploy, from)) : from in compose.volumes,
          volume,
        )
      }
      if (image !== 'lodgewire') continue
      for (const setting of Object.keys(environment))
        assert.ok(page.includes(`### ${setting}\n`), `${name}: ${setting}`)
    }
  })

  test('is understood by Compose', { skip: withoutTools('Compose is', ['docker-compose']) }, async () => {
    const place = testFolder()
    try {
      // Debian's Compose is from before a file could name its project.
      const text = readFileSync(path.join(deploy, 'compose.yaml'), 'utf8').replace(/^name: .*\n/m, '')
      const file = path.join(place.folder, 'compose.yaml')
      writeFileSync(file, text)
      const { stdout } = await run('docker-compose', [
        '-f',
        file,
        '--profile',
        'worker',
        'config',
        '--services',
      ])
      assert.deepEqual(stdout.trim().split('\n').toSorted(), Object.keys(compose.services).toSorted())
    } finally {
      place.remove()
    }
  })
})

describe('the scripts of the image', { skip: withoutTools('Scripts are', ['shellcheck']) }, () => {
  test('have nothing that shellcheck finds', async () => {
    for (const name of globSync('image/*.sh', { cwd: deploy }))
      await run('shellcheck', [path.join(deploy, name)])
  })
})
