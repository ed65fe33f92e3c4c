import assert from 'node:assert/strict'
import { it } from 'node:test'
import stringWidth from 'fast-string-width'
import { definitions, paragraphs, table } from './table.ts'

const head = ['ID', 'NAME', 'NOTE', 'STATE']
const rows = [
  ['1', '東京の海辺の家', '-', 'active'],
  ['12', 'Chalet 🏔️ Élodie', '-', 'active'],
  ['3', 'plain', '-', 'deactivated 2026-11-28 10:00'],
]
const linesOf = (text: string) => text.split('\n')
const startOf = (line: string, text: string) => stringWidth(line.slice(0, line.indexOf(text)))

it('lines columns up by what a terminal shows of them', () => {
  const [title = '', ...lines] = linesOf(table(head, rows, undefined))
  const starts = [title, ...lines].map((line, index) =>
    startOf(line, index === 0 ? 'STATE' : (rows[index - 1]?.[3] ?? '')),
  )
  assert.equal(new Set(starts).size, 1, JSON.stringify(starts))
})

it('keeps a row of a pipe in a line, however long it is', () => {
  const long = 'x'.repeat(300)
  assert.deepEqual(linesOf(table(['A'], [[long]], undefined)), ['A', long])
})

it('wraps the widest cells into the columns of a terminal, and leaves out columns that hold nothing', () => {
  const lines = linesOf(table(head, rows, 40))
  assert.ok(
    lines.every((line) => stringWidth(line) <= 40),
    lines.join('\n'),
  )
  assert.ok(!lines[0]?.includes('NOTE'))
  assert.ok(lines.length > 4, 'wrapped')
})

it('writes a line for each cell where columns would be too narrow', () => {
  assert.deepEqual(linesOf(table(head, rows.slice(2), 16)), [
    'ID     3',
    'NAME   plain',
    'STATE  deactivated 2026-11-28 10:00',
  ])
})

it('shows control characters of names as spaces, so that none moves the cursor', () => {
  assert.deepEqual(linesOf(table(['NAME'], [['a\u001b[2Jb\nc']], undefined)), ['NAME', 'a [2Jb c'])
})

it('wraps meanings beside their terms, and below a term that is too long', () => {
  const text = definitions(
    [
      ['--a', 'one two three four five six seven'],
      ['--much-longer', 'other'],
    ],
    { room: 30, width: 5, mark: (term) => term },
  )
  assert.deepEqual(linesOf(text), [
    '  --a    one two three four',
    '         five six seven',
    '  --much-longer',
    '         other',
  ])
})

it('wraps paragraphs anew, whatever the line breaks of the source', () => {
  assert.equal(paragraphs('one\ntwo three\n\nfour', 10), 'one two\nthree\n\nfour')
})
