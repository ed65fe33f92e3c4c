/** `npm run package [-- <folder>]` makes the package that npm installs, in `dist` unless a folder is named. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { findFileListProblems, packTarball, tryTarball } from './release/tarball.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
mkdirSync(folder, { recursive: true })
const { filename, files } = packTarball(root, folder)
const problems = findFileListProblems(
  root,
  files.map((file) => file.path),
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
const file = path.join(folder, filename)
tryTarball(root, file)
console.log(file)
