/** The description passes what other tools ask of one: the recommended rules of Redocly and of Spectral. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const file = fileURLToPath(new URL('../../openapi.json', import.meta.url))
const source = readFileSync(file, 'utf8')

/**
 * A fixed word beside an id. The router takes the fixed word first and ids are digits or known providers, so no request is
 * ambiguous; the rule looks at the shape of paths only.
 */
const beside = ['/v1/reservations/intents/{key}', '/v1/connect/sessions/{sessionId}']

describe('openapi.json', () => {
  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, absoluteRef: file, config })
    assert.deepEqual(
      problems
        .filter(
          ({ ruleId, message }) =>
            ruleId !== 'no-ambiguous-paths' || !beside.some((path) => message.includes(path)),
        )
        .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
      [],
    )
  })

  it('passes the recommended rules of Spectral', async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] } as never)
    const problems = await linter.run(source)
    assert.deepEqual(
      problems.map(({ code, path, message }) => `${String(code)} ${path.join('/')}: ${message}`),
      [],
    )
  })
})
