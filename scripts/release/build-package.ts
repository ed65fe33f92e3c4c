/**
 * Makes the folder that is packed and that npm installs: the tree of the repository with JavaScript in the place of
 * TypeScript, because Node takes no types out of files below `node_modules`.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { noticesFile, thirdPartyNotices } from './notices.ts'

interface PackageDescription {
  files: string[]
  [field: string]: unknown
}

/** Fields that only work in the repository. */
const leftOut = ['private', 'workspaces', 'scripts', 'devDependencies', 'allowScripts']

/** Pages serve these as they are, so their source stays beside what the server runs. */
const servedSources = ['src/http/docs-pages/request-sample.ts']

const command = 'bin/lodgewire.js'

export function buildPackage(root: string, folder: string): void {
  const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as PackageDescription
  for (const file of listFiles(root, description.files)) copyFile(root, folder, file)
  writeFileSync(path.join(folder, noticesFile), thirdPartyNotices(root))
  writeDescription(folder, description)
  writeLock(root, folder)
  setModes(folder)
}

/** Modes of new files depend on who builds, and the package must not. */
function setModes(folder: string): void {
  for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true }))
    if (entry.isFile()) chmodSync(path.join(entry.parentPath, entry.name), 0o644)
  chmodSync(path.join(folder, command), 0o755)
}

/** Reads the list as npm does: later patterns take files away again. */
function listFiles(root: string, patterns: readonly string[]): string[] {
  const always = ['README.md', 'LICENSE']
  const isRefused = (file: string) =>
    patterns.some((pattern) => pattern.startsWith('!') && path.matchesGlob(file, pattern.slice(1)))
  return [...patterns.filter((pattern) => !pattern.startsWith('!')), ...always]
    .flatMap((pattern) => globSync([pattern, `${pattern}/**/*`], { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !isRefused(file))
}

function copyFile(root: string, folder: string, file: string): void {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  const source = path.join(root, file)
  const isProgram = /^(?:src|simulators|sdk)\/.*\.ts$/.test(file)
  if (isProgram) writeFileSync(target.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(source, 'utf8')))
  else if (isTextAboutCommands(file)) writeFileSync(target, inPackage(readFileSync(source, 'utf8')))
  else cpSync(source, target)
  if (servedSources.includes(file)) cpSync(source, target)
}

const isTextAboutCommands = (file: string): boolean =>
  /^(?:docs\/.*\.md|README\.md|openapi\.json)$/.test(file)

/** Says commands as an installed package takes them (`platform/own-command.ts` does so for messages). */
const inPackage = (text: string): string =>
  text.replaceAll('npm run lodgewire -- ', 'npx lodgewire ').replaceAll('npm start', 'npx lodgewire start')

/** Types become blanks, so that places in stack traces are those of the source. */
function toJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(
    /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*)(['"`])([^'"`\n]*)\.ts\2/g,
    (_all, before: string, quote: string, module: string) => `${before}${quote}${module}.js${quote}`,
  )
}

function writeDescription(folder: string, description: PackageDescription): void {
  const kept = Object.entries(description).filter(([field]) => !leftOut.includes(field))
  const { files: _everything, ...rest } = Object.fromEntries(kept) as PackageDescription
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ ...rest, bin: { lodgewire: command } }, null, 2)}\n`,
  )
}

/** A shrinkwrap makes npm install the versions that were tested, also below a dependency. */
function writeLock(root: string, folder: string): void {
  const lock = path.join(folder, 'package-lock.json')
  cpSync(path.join(root, 'package-lock.json'), lock)
  execFileSync(
    'npm',
    ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  renameSync(lock, path.join(folder, 'npm-shrinkwrap.json'))
}
