import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { copyDurably } from './copy-durably.ts'

describe('a copy of a folder', () => {
  let place = ''
  const at = (...names: string[]) => path.join(place, ...names)
  beforeEach(() => {
    place = mkdtempSync(path.join(os.tmpdir(), 'copy-'))
    mkdirSync(at('from', 'inner'), { recursive: true, mode: 0o700 })
    mkdirSync(at('from', 'log'))
    for (const name of ['a', 'b', path.join('inner', 'c'), path.join('log', 'd')])
      writeFileSync(at('from', name), name, { mode: 0o600 })
  })
  afterEach(() => rmSync(place, { recursive: true }))

  const inCopy = () => readdirSync(at('to'), { recursive: true }).map(String).toSorted()

  it('has what is taken, with its modes', async () => {
    const sizes: number[] = []
    await copyDurably(at('from'), at('to'), {
      taken: (inside) => (inside === 'a' ? 'not' : inside === 'log' ? 'empty' : 'whole'),
      copied: (bytes) => void sizes.push(bytes),
    })
    assert.deepEqual(sizes.toSorted(), [1, 'inner/c'.length])
    assert.deepEqual(inCopy(), ['b', 'inner', path.join('inner', 'c'), 'log'])
    assert.equal(readFileSync(at('to', 'inner', 'c'), 'utf8'), path.join('inner', 'c'))
    assert.deepEqual(
      [at('to', 'inner'), at('to', 'b')].map((name) => statSync(name).mode & 0o777),
      [0o700, 0o600],
    )
  })

  it('lacks what was removed meanwhile, file or folder', async () => {
    await copyDurably(at('from'), at('to'), {
      taken(inside) {
        if (inside === 'b' || inside === 'inner') rmSync(at('from', inside), { recursive: true })
        return 'whole'
      },
    })
    assert.deepEqual(inCopy(), ['a', 'log', path.join('log', 'd')])
  })

  it('is not made over anything, nor of what leads elsewhere', async () => {
    mkdirSync(at('to'))
    await assert.rejects(copyDurably(at('from'), at('to')), { code: 'EEXIST' })
    symlinkSync(at('from', 'a'), at('from', 'link'))
    await assert.rejects(copyDurably(at('from'), at('other')), /link is neither file nor folder/)
    await assert.rejects(copyDurably(at('none'), at('other2')), { code: 'ENOENT' })
  })
})
