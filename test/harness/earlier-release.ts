/** The code of an earlier release, taken out of the history of this clone and run with the packages of today. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from './child.ts'

/** A release without a tag in this repository, by its commit. */
const untagged: Readonly<Record<string, string>> = { '0.1.0': 'b14d80bb' }

/** The version that was released last: the one that made the newest released migration. */
export function lastRelease(): string {
  const file = path.join(root, 'db/released-migrations.json')
  const released = Object.values(
    JSON.parse(readFileSync(file, 'utf8')) as Record<string, { version: string }>,
  )
  return released.at(-1)?.version ?? ''
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1024 * 1024 * 1024 })

/** Returns the commit of a release, or undefined where the clone has no history. */
export function findReleaseCommit(version: string): string | undefined {
  for (const name of [`v${version}`, untagged[version]])
    try {
      if (name !== undefined) return git('rev-parse', '--verify', `${name}^{commit}`).toString().trim()
    } catch {
      // The next name may be known.
    }
  return undefined
}

/** Puts the tree of a commit into a new folder. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder)
  const archive = git(
    'archive',
    commit,
    'package.json',
    'src',
    'db',
    'docs',
    'web',
    'simulators',
    'openapi.json',
    'CHANGELOG.md',
  )
  execFileSync('tar', ['-x', '-C', folder], { input: archive, maxBuffer: 1024 * 1024 })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
}
