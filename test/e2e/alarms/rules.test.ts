/** The rules for Prometheus: they fire and rest in their tests, each has a runbook, and each metric exists. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { conditionGauges } from '../../../src/features/observability/conditions/condition-gauges.ts'
import { root } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { metricsIn, rules, rulesFolder, run, skip } from './rules.ts'

/** Figures for dashboards: an announcement of a provider is nothing to wake somebody for. */
const noticed = new Set(['lodgewire_vendor_deprecations', 'lodgewire_vendor_deprecation_ends_seconds'])

describe('the rules for Prometheus', { skip }, () => {
  test('are read by promtool, and fire and rest in its tests', async () => {
    await run('promtool', ['check', 'config', path.join(rulesFolder, 'prometheus.yml')])
    const tests = path.join(rulesFolder, 'lodgewire.rules.test.yml')
    await run('promtool', ['test', 'rules', tests]).catch(({ stdout }: { stdout: string }) =>
      assert.fail(stdout),
    )
    const { tests: cases } = parse(readFileSync(tests, 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
    }
    const expected = cases.flatMap((one) => one.alert_rule_test).filter((one) => one.exp_alerts.length > 0)
    assert.deepEqual(
      expected.map(({ alertname }) => alertname),
      rules.map(({ alert }) => alert),
    )
  })

  test('have a runbook each, and no runbook is without one', () => {
    const page = readFileSync(path.join(root, 'docs/operate/alarms.md'), 'utf8')
    const headings = [...page.matchAll(/^## (Lodgewire\w+)$/gm)].map(([, name]) => name)
    assert.deepEqual(
      headings,
      rules.map(({ alert }) => alert),
    )
    for (const { alert, annotations } of rules)
      assert.equal(annotations.runbook_url, `/docs/operate/alarms#${alert.toLowerCase()}`)
  })

  test('and the dashboard have expressions that Prometheus reads, of figures that there are', async () => {
    const { panels } = JSON.parse(readFileSync(path.join(root, 'deploy/grafana/lodgewire.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const { folder: temporary, remove } = testFolder()
    try {
      const file = path.join(temporary, 'rules.yml')
      const recorded = expressions.map((expr, index) => ({ record: `panel_${index}`, expr }))
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }))
      await run('promtool', ['check', 'rules', file])
    } finally {
      remove()
    }
    const page = readFileSync(path.join(root, 'docs/operate/operations.md'), 'utf8')
    const all = [...expressions, ...rules.map(({ expr }) => expr)].join('\n')
    for (const name of metricsIn(all)) assert.ok(page.includes(`\`${name.replace(/_bucket$/, '')}\``), name)
  })

  test('use every figure that is there for them', () => {
    const used = metricsIn(rules.map(({ expr }) => expr).join('\n'))
    for (const { name } of conditionGauges) assert.ok(used.has(name) || noticed.has(name), name)
  })
})
