import type { Config } from '../../platform/config.ts'
import { listenError } from '../port.ts'
import { fail, messageOf, ok, warn } from './finding.ts'
import type { Check, Finding } from './finding.ts'

const neededNode = 26
const answerMs = 3_000

export const settingsCheck: Check = {
  name: 'settings',
  async run(config) {
    const findings = [...nodeVersion(), ...reachability(config)]
    return findings.length > 0 ? findings : [ok('all settings are valid')]
  },
}

function nodeVersion(): Finding[] {
  if (Number(process.versions.node.split('.')[0]) >= neededNode) return []
  const advice = 'Start with npm (npm start, npm run lodgewire), which uses the Node that npm ci installed.'
  return [fail(`this is Node ${process.versions.node}, needed is ${neededNode}`, advice)]
}

function reachability({ host, publicUrl, allowPrivateTargets }: Config): Finding[] {
  const findings: Finding[] = []
  const local = ['127.0.0.1', '::1', 'localhost'].includes(host)
  if (!local && !publicUrl) {
    findings.push(
      warn(
        `HOST is ${host} but PUBLIC_URL is not set`,
        'Set PUBLIC_URL to the address clients use; links start with it.',
      ),
    )
  }
  if (!local && allowPrivateTargets) {
    findings.push(
      warn(
        `ALLOW_PRIVATE_TARGETS is on while HOST is ${host}`,
        'Turn it off unless this is a development machine: webhooks could reach your internal network.',
      ),
    )
  }
  return findings
}

export const portCheck: Check = {
  name: 'port',
  async run({ host, port }) {
    if (port === 0) return [ok('any free port')]
    const busy = await listenError(host, port)
    if (!busy) return [ok(`${host}:${port} is free`)]
    if (busy.code !== 'EADDRINUSE')
      return [fail(messageOf(busy), 'Set PORT and HOST to what this user may listen on.')]
    if (await isLodgewire(host, port)) return [ok(`a server is running on ${host}:${port}`)]
    return [fail(`another program listens on ${host}:${port}`, 'Stop it or set PORT to another number.')]
  },
}

async function isLodgewire(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  try {
    const reply = await fetch(`http://${name}:${port}/v1/health`, { signal: AbortSignal.timeout(answerMs) })
    return reply.ok && ((await reply.json()) as { status?: unknown }).status === 'ok'
  } catch {
    return false
  }
}
