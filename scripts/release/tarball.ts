/** Makes the package, checks its list of files, and tries whether it runs unpacked. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

interface PackResult {
  filename: string
  size: number
  files: { path: string }[]
}

const neededFiles = [
  'package.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'openapi.json',
  'src/cli.ts',
  'src/main.ts',
  'src/compile-cache.js',
  'simulators/index.ts',
]
/** Tests, data and contributors' files stay out, and settings files could hold secrets. */
const refusedFiles =
  /(?:^|\/)(?:node_modules|data|\.git|\.ci|\.github)\/|^(?:test|bench|scripts)\/|\.test\.ts$|(?:^|\/)\.env$|keys\.json$|\.pem$|\.log$/

export function packTarball(root: string, folder: string): PackResult {
  const text = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const [result] = JSON.parse(text) as PackResult[]
  if (!result) throw new Error('npm pack made nothing.')
  return result
}

export function findFileListProblems(root: string, files: readonly string[]): string[] {
  const migrations = globSync('db/migrations/*.sql', { cwd: root }).map((file) =>
    file.replaceAll(path.sep, '/'),
  )
  const packed = new Set(files)
  return [
    ...[...neededFiles, ...migrations]
      .filter((file) => !packed.has(file))
      .map((file) => `${file} is missing`),
    ...files.filter((file) => refusedFiles.test(file)).map((file) => `${file} must not be in it`),
  ]
}

/** Unpacks it and loads every module of server and simulators, to find a missing file. */
export function tryTarball(root: string, file: string): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-package-'))
  try {
    execFileSync('tar', ['-xzf', file, '-C', folder])
    const unpacked = path.join(folder, 'package')
    symlinkSync(path.join(root, 'node_modules'), path.join(unpacked, 'node_modules'), 'dir')
    const load = `await import('./src/main.ts'); await import('./simulators/cli.ts'); process.exit()`
    for (const args of [
      ['src/cli.ts', '--help'],
      ['--input-type=module', '--eval', load],
    ])
      execFileSync(process.execPath, args, { cwd: unpacked, stdio: ['ignore', 'ignore', 'pipe'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
