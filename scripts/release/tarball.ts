/** Packs what `build-package.ts` made, checks its list of files, and tries whether it runs where npm would put it. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildPackage } from './build-package.ts'

interface PackResult {
  filename: string
  size: number
  files: { path: string }[]
}

const neededFiles = [
  'package.json',
  'npm-shrinkwrap.json',
  'bin/lodgewire.js',
  'LICENSE',
  'THIRD-PARTY-NOTICES',
  'README.md',
  'CHANGELOG.md',
  'openapi.json',
  'src/cli.js',
  'src/main.js',
  'src/compile-cache.js',
  'simulators/index.js',
  'sdk/typescript/src/index.js',
  'web/console/dist/index.html',
]
/** Tests, data and contributors' files stay out, and settings files could hold secrets. */
const refusedFiles =
  /(?:^|\/)(?:node_modules|data|\.git|\.ci|\.github)\/|^(?:test|bench|scripts)\/|\.test\.[jt]s$|^(?:src|simulators|sdk)\/.*(?<!request-sample)\.ts$|(?:^|\/)\.env$|keys\.json$|\.pem$|\.log$/

export function packTarball(root: string, folder: string): PackResult {
  const built = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-build-'))
  try {
    buildPackage(root, built)
    const args = ['pack', built, '--json', '--ignore-scripts', '--pack-destination', folder]
    const text = execFileSync('npm', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    })
    const [result] = JSON.parse(text) as PackResult[]
    if (!result) throw new Error('npm pack made nothing.')
    return result
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
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

/** Loads every module of server and simulators below a `node_modules`, to find a missing file or a type. */
export function tryTarball(root: string, file: string): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-package-'))
  try {
    execFileSync('tar', ['-xzf', file, '-C', folder])
    const unpacked = path.join(folder, 'node_modules/lodgewire')
    mkdirSync(path.dirname(unpacked))
    renameSync(path.join(folder, 'package'), unpacked)
    symlinkSync(path.join(root, 'node_modules'), path.join(unpacked, 'node_modules'), 'dir')
    // Commands are loaded when they are called, so each is named here.
    const modules = ['src/main.js', 'simulators/cli.js', ...globSync('src/cli/**/*.js', { cwd: unpacked })]
    const load = `${modules.map((module) => `await import('./${module}')`).join(';')}; process.exit()`
    for (const args of [
      ['bin/lodgewire.js', '--help'],
      // This command loads the SDK.
      ['bin/lodgewire.js', 'explain', 'not_found'],
      ['--input-type=module', '--eval', load],
    ])
      execFileSync(process.execPath, args, { cwd: unpacked, stdio: ['ignore', 'ignore', 'pipe'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
