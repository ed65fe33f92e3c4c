/** Tests that install packages: where no registry answers they are left out aloud, unless it is required. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from './child.ts'

const run = promisify(execFile)

/**
 * Runs the installation and returns why nothing can be tested, or false. An error while the registry answers, or where
 * `LODGEWIRE_REQUIRE_REGISTRY` is set, is a failure.
 */
export async function withoutRegistry(
  subject: string,
  install: () => Promise<unknown>,
): Promise<string | false> {
  try {
    await install()
    return false
  } catch (error) {
    const isReached = await run('npm', ['ping']).then(
      () => true,
      () => false,
    )
    if (isReached || process.env['LODGEWIRE_REQUIRE_REGISTRY'] !== undefined) throw error
    const reason = `The npm registry cannot be reached: ${(error as Error).message.split('\n')[0]}`
    console.error(`\n!! ${subject} NOT tested: ${reason}\n`)
    return reason
  }
}

/**
 * Installs the programs that `test/<name>/package.json` and its lock name, and returns their folder. They stay for the
 * next run, out of the sight of everything that reads the tree.
 */
export async function installTools(
  name: string,
  install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
): Promise<string> {
  const source = path.join(root, 'test', name)
  const folder = path.join(root, 'node_modules/.cache', name)
  const done = path.join(folder, 'installed')
  const lock = readFileSync(path.join(source, 'package-lock.json'), 'utf8')
  if (existsSync(done) && readFileSync(done, 'utf8') === lock) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(path.join(source, file), path.join(folder, file))
  await run('npm', install, { cwd: folder })
  writeFileSync(done, lock)
  return folder
}
