/** `npm run check:openapi` lints the description with the recommended rules of Redocly and Spectral. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const file = fileURLToPath(new URL('../openapi.json', import.meta.url))
const source = readFileSync(file, 'utf8')

/**
 * Each has a fixed word beside an id. The router prefers the fixed word, and ids are digits or known providers. The
 * rule sees shapes only.
 */
const beside = ['/v1/reservations/intents/{key}', '/v1/connect/sessions/{sessionId}']

async function redocly(): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: file, config })
  return problems
    .filter(
      ({ ruleId, message }) =>
        ruleId !== 'no-ambiguous-paths' || !beside.some((path) => message.includes(path)),
    )
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`)
}

async function spectralRules(): Promise<string[]> {
  const linter = new spectral.Spectral()
  // This rule compiles the whole schema for every example, ten seconds in all; our own test compiles each once.
  const rules = { 'oas3-valid-media-example': 'off' }
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']], rules } as never)
  const problems = await linter.run(source)
  return problems.map(({ code, path, message }) => `${String(code)} ${path.join('/')}: ${message}`)
}

const problems = [...(await redocly()), ...(await spectralRules())]
for (const problem of problems) console.error(`openapi.json: ${problem}`)
if (problems.length > 0) process.exitCode = 1
