/** A Prometheus with the rules of the repository, in which seconds stand for minutes. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../harness/free-port.ts'
import { until } from '../../harness/until.ts'
import { rulesFile } from './rules.ts'

export interface RunningPrometheus {
  url: string
  /** Names of the alerts that fire now. */
  firing(): Promise<Set<string>>
  stop(): void
}

/** Reads the metrics of one process and keeps what it needs in the folder. */
export async function startPrometheus(folder: string, metricsPort: number): Promise<RunningPrometheus> {
  // A fault has to last for minutes at home; here it may be seconds.
  const quick = readFileSync(rulesFile, 'utf8')
    .replaceAll(/for: \d+m/g, 'for: 1s')
    .replaceAll('[5m]', '[8s]')
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  file('rules.yml', quick)
  const config = file(
    'prometheus.yml',
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s', scrape_timeout: '1s' },
      rule_files: ['rules.yml'],
      scrape_configs: [
        { job_name: 'lodgewire', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] },
      ],
    }),
  )
  const own = await freePort()
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${own}`,
      '--query.lookback-delta=3s',
    ],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${own}`
  await until('Prometheus', () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    url,
    async firing() {
      const answer = await fetch(`${url}/api/v1/alerts`)
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] }
      }
      return new Set(
        data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
      )
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
