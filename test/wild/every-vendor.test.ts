import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { connectors } from '../../src/connectors/index.ts'

test('rows of every vendor are spoiled', () => {
  const missing = Object.keys(connectors).filter(
    (vendor) => !existsSync(path.join(import.meta.dirname, vendor, 'tolerance.test.ts')),
  )
  assert.deepEqual(missing, [])
})
