/**
 * Keeps `docs/errors/` in step with the error catalogue: headers and index are generated, the text below is written by
 * hand.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodes, errorExtras, errors, retryClasses, type ErrorCode } from '../src/contract/errors.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'errors')
const begin = '<!-- generated -->'
const end = '<!-- /generated -->'
const leastWords = 60

const cell = (text: string) => text.replaceAll('|', '\\|')

function statusText(code: ErrorCode): string {
  const { status, statusFor = {} } = errors[code]
  const cases = Object.entries(statusFor).map(([name, other]) => `${other} for \`${name}\``)
  return [`${status}`, ...cases].join(', ')
}

function typeText(schema: unknown): string {
  const { type, anyOf } = schema as { type?: string | string[]; anyOf?: unknown[] }
  if (anyOf) return anyOf.map(typeText).join(' or ')
  return type === undefined ? 'any' : [type].flat().join(' or ')
}

function extrasTable(code: ErrorCode): string[] {
  const names = errors[code].extra ?? []
  if (names.length === 0) return []
  const rows = names.map((name) => {
    const { description = '' } = errorExtras[name] as { description?: string }
    return `| \`${name}\` | ${typeText(errorExtras[name])} | ${cell(description)} |`
  })
  return [
    '',
    'Fields it may carry besides those of every error:',
    '',
    '| Field | Type | Meaning |',
    '|---|---|---|',
    ...rows,
  ]
}

export function errorPageHeader(code: ErrorCode): string {
  const { when, fix, retry } = errors[code]
  return [
    begin,
    `# ${code}`,
    '',
    when,
    '',
    '| | |',
    '|---|---|',
    `| Status | ${statusText(code)} |`,
    `| Retry | \`${retry}\`: ${cell(retryClasses[retry])} |`,
    `| Fix | ${cell(fix)} |`,
    ...extrasTable(code),
    end,
  ].join('\n')
}

function indexPage(): string {
  const byStatus = Map.groupBy(errorCodes, (code) => errors[code].status)
  const sections = [...byStatus.keys()]
    .sort((a, b) => a - b)
    .flatMap((status) => [
      '',
      `## ${status}`,
      '',
      '| Code | When | Retry |',
      '|---|---|---|',
      ...(byStatus.get(status) ?? []).map(
        (code) => `| [${code}](${code}.md) | ${cell(errors[code].when)} | \`${errors[code].retry}\` |`,
      ),
    ])
  const classes = Object.entries(retryClasses).map(([name, meaning]) => `| \`${name}\` | ${cell(meaning)} |`)
  return [
    begin,
    '# Error codes',
    '',
    'Every answer that is not 2xx carries `error.code`. Switch on the code and not on the status.',
    '',
    '| Retry class | Meaning |',
    '|---|---|',
    ...classes,
    ...sections,
    end,
    '',
  ].join('\n')
}

/** Splits a page into its generated header and its handwritten text. */
export function splitErrorPage(page: string): { header: string; prose: string } {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from !== 0 || to < 0) return { header: '', prose: page.trim() }
  return { header: page.slice(0, to + end.length), prose: page.slice(to + end.length).trim() }
}

const wordsOf = (prose: string) =>
  prose
    .replace(/```[\s\S]*?```/g, '')
    .split(/\s+/)
    .filter(Boolean).length

async function read(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

async function bringInLine(name: string, expected: string, found: string, check: boolean): Promise<string[]> {
  if (found === expected) return []
  if (!check) await writeFile(join(folder, name), expected)
  return check ? [`${name}: ${found ? 'header differs from the catalogue' : 'missing'}`] : []
}

/**
 * With `check` it lists differences and writes nothing. Otherwise it writes headers and index, and lists what a person
 * must repair: missing texts and pages without a code.
 */
export async function generateErrorPages(options: { check: boolean }): Promise<string[]> {
  const problems: string[] = []
  for (const code of errorCodes) {
    const name = `${code}.md`
    const page = await read(name)
    const { prose } = splitErrorPage(page)
    const wanted = `${errorPageHeader(code)}\n\n${prose}`.trimEnd() + '\n'
    problems.push(...(await bringInLine(name, wanted, page, options.check)))
    if (wordsOf(prose) < leastWords)
      problems.push(`${name}: the text below the header is missing or too short`)
  }
  problems.push(...(await bringInLine('README.md', indexPage(), await read('README.md'), options.check)))

  const known = new Set(['README.md', ...errorCodes.map((code) => `${code}.md`)])
  const stray = (await readdir(folder)).filter((name) => !known.has(name))
  return [...problems, ...stray.map((name) => `${name}: no such error code`)].map(
    (line) => `docs/errors/${line}`,
  )
}

if (import.meta.main) {
  const problems = await generateErrorPages({ check: process.argv.includes('--check') })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
