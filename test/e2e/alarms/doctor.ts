/** Runs `lodgewire doctor` and reads which conditions it found. */
import assert from 'node:assert/strict'
import { runScript } from '../../harness/child.ts'

interface FoundCondition {
  name: string
  since: string | null
  places: Record<string, unknown>[]
  runbook: string
}

interface DoctorReport {
  level: string
  checks: { name: string; findings: { level: string; message: string; condition?: FoundCondition }[] }[]
}

export async function conditionsOfDoctor(
  env: Record<string, string>,
): Promise<{ code: unknown; found: Map<string, FoundCondition>; messages: string[] }> {
  const run = runScript('src/cli.ts', ['doctor', '--json'], { env })
  const code = await run.ended
  const { checks } = JSON.parse(run.out()) as DoctorReport
  const check = checks.find(({ name }) => name === 'conditions')
  assert.ok(check, run.out())
  const found = new Map(
    check.findings.flatMap(({ condition }) => (condition ? [[condition.name, condition]] : [])),
  )
  return { code, found, messages: check.findings.map(({ message }) => message) }
}
