/**
 * `npm run check:decisions` checks that docs/decisions/README.md names each decision once. Every mention of a decision
 * or internal page must exist.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { slug } from '../src/http/docs-pages/markdown.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = 'docs/decisions'
const searched = [
  '*.md',
  '{src,test,scripts,bench,simulators,web,docs,.github}/**/*.{ts,js,md,yml}',
  'db/migrations/*.sql',
]

const posix = (file: string) => file.replaceAll(path.sep, '/')
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8')

const decisions = globSync(`${folder}/[0-9]*.md`, { cwd: root }).map(posix)
const numbers = new Set(decisions.map((file) => Number(path.basename(file).slice(0, 4))))
const anchorsOf = new Map<string, Set<string>>()

function hasAnchor(file: string, anchor: string): boolean {
  const known =
    anchorsOf.get(file) ??
    new Set([...readText(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title)))
  anchorsOf.set(file, known)
  return known.has(anchor)
}

function findIndexProblems(): string[] {
  const index = readText(`${folder}/README.md`)
  return decisions.flatMap((file) => {
    const times = index.split(`](${path.basename(file)})`).length - 1
    return times === 1 ? [] : [`${folder}/README.md names ${path.basename(file)} ${times} times`]
  })
}

/** Checks a Markdown text's links to decisions and internal pages. */
function findLinkProblems(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, name = '', anchor]) => {
    if (/^[a-z]+:/.test(name)) return []
    const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name)
    if (!/^docs\/(decisions|internals)\/.*\.md$/.test(target)) return []
    const isThere = globSync(target, { cwd: root }).length > 0
    return isThere && (anchor === undefined || hasAnchor(target, anchor)) ? [] : [`${file}: ${link}`]
  })
}

/** Checks mentions such as `docs/decisions/0002-…`, `docs/decisions/0002` and `decision 2`. */
function findMentionProblems(file: string, text: string): string[] {
  const paths = [...text.matchAll(/\bdocs\/decisions\/(\d{4})(-[\w-]+\.md)?/g)]
    .filter(([mention, number]) =>
      mention.endsWith('.md') ? !decisions.includes(mention) : !numbers.has(Number(number)),
    )
    .map(([mention]) => mention)
  const words = [...text.matchAll(/\b[Dd]ecision (\d{1,4})\b/g)]
    .filter(([, number]) => !numbers.has(Number(number)))
    .map(([mention]) => mention)
  const pages = file.endsWith('.md')
    ? []
    : [...text.matchAll(/\bdocs\/internals\/[\w-]+\.md\b/g)].map(([mention]) => mention)
  const missing = pages.filter((page) => globSync(page, { cwd: root }).length === 0)
  return [...paths, ...words, ...missing].map((mention) => `${file}: ${mention}`)
}

const problems = [
  ...findIndexProblems(),
  ...globSync(searched, { cwd: root })
    .map(posix)
    .flatMap((file) => {
      const text = readText(file)
      return [
        ...(file.endsWith('.md') ? findLinkProblems(file, text) : []),
        ...findMentionProblems(file, text),
      ]
    }),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(
    'Name what is there: docs/decisions/README.md lists the decisions, docs/internals has the rest.',
  )
  process.exitCode = 1
}
