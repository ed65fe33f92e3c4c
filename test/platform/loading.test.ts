/** A command loads what it needs when it is called, so that none waits for the others. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
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
