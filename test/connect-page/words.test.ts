import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { accountReads, accountWrites } from '../../src/contract/connect-session.ts'
import { importOrder } from '../../src/features/sync/state/cadence.ts'
import { chooseLocale, dictionaries, wordsFor, type Locale } from '../../web/connect/text.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { en, fr } = dictionaries
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('the words of the connect page', () => {
  it('are there in both languages, and nowhere else', () => {
    assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort())
    for (const [key, text] of [...Object.entries(en), ...Object.entries(fr)]) assert.ok(text.trim(), key)
  })

  it('are translated', () => {
    const same = Object.entries(en).filter(([key, text]) => fr[key as keyof typeof fr] === text)
    // Written alike in both.
    assert.deepEqual(
      same.map(([key]) => key),
      ['entity.conversations', 'entity.messages'],
    )
  })

  it('name the same things', () => {
    for (const [key, text] of Object.entries(en)) {
      assert.deepEqual(placeholders(fr[key as keyof typeof fr]), placeholders(text), key)
    }
  })

  it('have a name for everything that is imported', () => {
    for (const entity of importOrder) assert.ok(wordsFor('fr').has(`entity.${entity}`), entity)
  })

  it('have a name for everything that is read or written', () => {
    for (const kind of accountReads) assert.ok(wordsFor('en').has(`reads.${kind}`), kind)
    for (const kind of accountWrites) assert.ok(wordsFor('en').has(`writes.${kind}`), kind)
  })

  it('are all used', () => {
    const source = globSync('web/connect/*.ts', { cwd: root })
      .filter((file) => !file.includes('text-'))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n')
    // Put together when they are needed.
    const made =
      /^app\.asks|^(sandbox|access|reads|writes|error|done|cancelled|expired|finished|missing|load|entity)\.|^import\.(minutes|hours)\.|^(rooms|units)\.|\.(one|other)$/
    const unused = Object.keys(en).filter((key) => !source.includes(`'${key}'`) && !made.test(key))
    assert.deepEqual(unused, [])
  })

  it('come in the first language that is wished for and known', () => {
    const cases: [wishes: (string | null | undefined)[], locale: Locale][] = [
      [['fr'], 'fr'],
      [['FR-ca'], 'fr'],
      [[null, undefined, 'de', 'fr-CH', 'en'], 'fr'],
      [['xx', 'toString', ''], 'en'],
      [[], 'en'],
    ]
    for (const [wishes, locale] of cases) assert.equal(chooseLocale(wishes), locale)
  })

  it('take names and numbers, in the manner of the language', () => {
    assert.equal(wordsFor('en').counted('import.minutes', 1), 'About 1 minute left')
    assert.equal(wordsFor('en').counted('import.minutes', 0), 'About 0 minutes left')
    assert.equal(wordsFor('fr').counted('import.minutes', 0), 'Il reste environ 0 minute')
    assert.equal(wordsFor('en').number(1234), '1,234')
    assert.match(wordsFor('fr').number(1234), /^1\s234$/)
    assert.equal(wordsFor('en').text('form.title', { provider: '{host} $& <b>' }), 'Connect {host} $& <b>')
  })

  it('keep French marks with their words', () => {
    assert.equal(wordsFor('fr').text('pick.title'), 'Quel logiciel utilisez-vous\u00a0?')
    for (const text of Object.values(fr)) assert.doesNotMatch(text, /\S[?!;»]|[a-z]:(?!\/)/, text)
  })
})
