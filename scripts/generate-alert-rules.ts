/** Writes the rules for Prometheus and their tests from the list of conditions and the series that prove them. */
import path from 'node:path'
import prettier from 'prettier'
import { stringify } from 'yaml'
import {
  alertExpression,
  runbookPath,
  type AlarmCondition,
} from '../src/features/observability/conditions/alarm-condition.ts'
import { conditions } from '../src/features/observability/conditions/conditions.ts'
import { alertProofs, normalDay } from './alert-proofs.ts'
import { generatedFile } from './generated-file.ts'

const root = path.resolve(import.meta.dirname, '..')
const rulesFile = 'deploy/prometheus/lodgewire.rules.yml'
const testsFile = 'deploy/prometheus/lodgewire.rules.test.yml'

const rulesHead = `# Alerting rules for Prometheus. docs/operate/alarms.md has a runbook for each; a server shows it at /docs/operate/alarms.
# Generated from src/features/observability/conditions by \`npm run generate\`. In a copy of your own, change what you like.
`
const testsHead = `# \`promtool test rules\`: each fault lasts from minute 60 to 110 of a day that is normal otherwise.
# Generated from scripts/alert-proofs.ts by \`npm run generate\`.
`

/** Minutes at which an alert has to rest, fire and rest again. */
const minutes = { before: '59m', during: '105m', after: '125m' }
const normalMinute = '100m'

const ruleOf = (condition: AlarmCondition) => ({
  alert: condition.name,
  expr: alertExpression(condition),
  ...(condition.lasts === undefined ? {} : { for: condition.lasts }),
  labels: { severity: condition.severity },
  annotations: {
    summary: condition.summary,
    description: condition.description,
    runbook_url: runbookPath(condition),
  },
})

const seriesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([series, value]) => ({ series, values: value }))

const isQuiet = (minute: string, { name }: AlarmCondition) => ({
  eval_time: minute,
  alertname: name,
  exp_alerts: [],
})

function faultTest(condition: AlarmCondition) {
  const { name, severity, summary } = condition
  const proof = alertProofs[name]
  if (proof === undefined) throw new Error(`scripts/alert-proofs.ts has no series in which ${name} fires.`)
  const unknown = Object.keys(proof.fault).find((series) => !(series in normalDay))
  if (unknown !== undefined) throw new Error(`The normal day of scripts/alert-proofs.ts lacks ${unknown}.`)
  const expected = {
    exp_labels: { severity, ...proof.labels },
    exp_annotations: { description: proof.description, runbook_url: runbookPath(condition), summary },
  }
  return {
    name,
    interval: '1m',
    input_series: seriesOf({ ...normalDay, ...proof.fault }),
    alert_rule_test: [
      isQuiet(minutes.before, condition),
      { eval_time: minutes.during, alertname: name, exp_alerts: [expected] },
      isQuiet(minutes.after, condition),
    ],
  }
}

async function formatted(head: string, content: object): Promise<string> {
  const style = await prettier.resolveConfig(path.join(root, rulesFile))
  return prettier.format(head + stringify(content, { lineWidth: 0 }), { ...style, parser: 'yaml' })
}

export async function generateAlertRules(options: { check: boolean }): Promise<string[]> {
  const rules = { groups: [{ name: 'lodgewire', rules: conditions.map(ruleOf) }] }
  const normal = {
    name: 'a normal day',
    interval: '1m',
    input_series: seriesOf(normalDay),
    alert_rule_test: conditions.map((condition) => isQuiet(normalMinute, condition)),
  }
  const tests = {
    rule_files: ['lodgewire.rules.yml'],
    evaluation_interval: '1m',
    tests: [normal, ...conditions.map(faultTest)],
  }
  return [
    ...(await generatedFile(rulesFile, await formatted(rulesHead, rules), options)),
    ...(await generatedFile(testsFile, await formatted(testsHead, tests), options)),
  ]
}
