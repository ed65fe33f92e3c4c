/** A command loads what it needs when it is called, so that none waits for the others. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { connectors } from '../../src/connectors/index.ts'
import { root, runScript } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'

let place: ReturnType<typeof testFolder>
before(() => void (place = testFolder()))
after(() => place.remove())

const preload = path.join(root, 'test/platform/fixtures/list-loaded.ts')

/** Folders of `src` that the command took something from. */
async function loadedBy(...args: string[]): Promise<Set<string>> {
  const list = path.join(place.folder, 'loaded')
  writeFileSync(list, '')
  const env = {
    NODE_OPTIONS: `--import=${preload}`,
    LOADED_FILES: list,
    DATA_DIR: path.join(place.folder, 'data'),
    PORT: '0',
    VENDOR_BASE_URLS: 'hostaway=http://127.0.0.1:4',
  }
  await runScript('src/cli.ts', args, { env, cwd: place.folder }).ended
  const files = readFileSync(list, 'utf8').matchAll(/\/src\/([a-z-]+)\//g)
  return new Set([...files].map(([, folder = '']) => folder))
}

test('the help needs the list of commands and nothing of the server', async () => {
  assert.deepEqual([...(await loadedBy('--help'))].toSorted(), ['cli', 'platform'])
  assert.deepEqual([...(await loadedBy('help', 'start'))].includes('connectors'), false)
})

test('connectors are loaded by the commands that use them', async () => {
  assert.equal((await loadedBy('keys', 'list')).has('connectors'), false)
  assert.equal((await loadedBy('doctor')).has('connectors'), true)
})

test('a command of package.json loads nothing that takes types out once its files are in the cache', async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { lodgewire: string }
  }
  const [, ...args] = scripts.lodgewire.split(' ')
  const tell = `process.on('exit', () => console.log(process.moduleLoadList.filter((name) => name.includes('amaro')).join()))`
  const loaded = () =>
    spawnSync(process.execPath, [...args, 'help'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}`,
      },
      encoding: 'utf8',
    })
  loaded()
  const { stdout, stderr, status } = loaded()
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stdout, /amaro/)
})

/** Libraries that most servers use from their first request on. Others are loaded when they are first used, with `await import()`. */
const libraries = [
  '@fastify/cors',
  '@fastify/multipart',
  '@rgrove/parse-xml',
  'ajv',
  'ajv-formats',
  'aws4fetch',
  'csv-parse',
  'fastest-levenshtein',
  'fastify',
  'ipaddr.js',
  'kysely',
  'marked',
  'pg',
  'pg-copy-streams',
  'pino',
  'typebox',
  'undici',
]

/** Each file costs an idle server some 15 kB, beside what stands in it. A connector has 25 on average, and all are loaded. */
const mostFiles = 2_900 + Object.keys(connectors).length * 25

test('a server loads at its start what every server needs', () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>
  const list = path.join(place.folder, 'loaded-by-the-server')
  const main = JSON.stringify(path.join(root, 'src/main.ts'))
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...['--import', './src/compile-cache.js', '--import', preload],
      ...[
        '--input-type=module',
        '-e',
        `await import(${main}); console.log(process.moduleLoadList.filter((name) => name.includes('deps/undici')).join())`,
      ],
    ],
    { cwd: root, env: { PATH: process.env.PATH, LOADED_FILES: list }, encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  const files = [...new Set(readFileSync(list, 'utf8').split('\n'))]
  const ours = Object.keys({ ...dependencies, ...optionalDependencies })
  const loaded = ours.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)))
  assert.deepEqual(loaded.toSorted(), libraries)
  assert.ok(files.length <= mostFiles, `${files.length} files`)
  const folders = ['typebox/build/value/', 'undici/lib/web/', 'undici/lib/mock/']
  assert.deepEqual(
    folders.filter((folder) => files.some((file) => file.includes(folder))),
    [],
  )
  // Node's own undici, which an import of `node:http` brings.
  assert.equal(stdout.trim(), '')
})
