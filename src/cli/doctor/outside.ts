import { connectors } from '../../connectors/index.ts'
import type { Config } from '../../platform/config.ts'
import { messageOf, ok, warn, fail } from './finding.ts'
import type { DoctorCheck } from './finding.ts'

const answerMs = 5_000
const noticeableMs = 30_000
/** Receivers of webhooks refuse signatures whose time is off by about this much. */
const harmfulMs = 300_000

type VendorReachability = { name: string; url: string; error?: string; clockAheadMs?: number }

async function ask({ name, url }: { name: string; url: string }): Promise<VendorReachability> {
  const sent = Date.now()
  try {
    const reply = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    const date = Date.parse(reply.headers.get('date') ?? '')
    // The Date header has whole seconds, so half a second is added on average.
    return { name, url, ...(date ? { clockAheadMs: (sent + Date.now()) / 2 - (date + 500) } : {}) }
  } catch (error) {
    return { name, url, error: messageOf(error) }
  }
}

function targets({ vendorBaseUrls }: Config): { name: string; url: string }[] {
  return Object.values(connectors).map(({ manifest }) => ({
    name: manifest.displayName,
    url: vendorBaseUrls.get(manifest.id) ?? manifest.baseUrl,
  }))
}

const asked = new WeakMap<Config, Promise<VendorReachability[]>>()

/** Two checks use the same answers, so each vendor is asked once. */
function answersOf(config: Config): Promise<VendorReachability[]> {
  const answers = asked.get(config) ?? Promise.all(targets(config).map(ask))
  asked.set(config, answers)
  return answers
}

const isSilent = ({ error }: VendorReachability) => error !== undefined

/** Reports one line for all silent vendors, since they mostly share a reason. */
export const outsideCheck: DoctorCheck = {
  name: 'outbound access',
  async run(config) {
    const answers = await answersOf(config)
    const silent = answers.filter(isSilent)
    const [first] = silent
    if (!first) return [ok(`all ${answers.length} systems answer`)]
    const example = `${first.name} at ${first.url}: ${first.error}`
    if (silent.length === answers.length) {
      const found = `none of ${answers.length} systems answers, and the clock was not compared (${example})`
      return [warn(found, advice)]
    }
    const names = silent.map(({ name }) => name).join(', ')
    const found = `${silent.length} of ${answers.length} systems do not answer: ${names} (${example})`
    return [warn(found, advice)]
  },
}

const advice = 'Let this machine make outgoing HTTPS connections; imports and webhooks need them.'

export const clockCheck: DoctorCheck = {
  name: 'clock',
  async run(config) {
    const answers = await answersOf(config)
    // The check of outbound access reports this case.
    if (answers.every(isSilent)) return []
    const [ahead] = answers.flatMap(({ clockAheadMs }) => (clockAheadMs === undefined ? [] : [clockAheadMs]))
    if (ahead === undefined) {
      return [
        warn(
          'nothing outside told the time, so it was not compared',
          'Make sure this machine sets its clock by NTP.',
        ),
      ]
    }
    const found = `${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock outside`
    const advice = 'Let this machine set its clock by NTP; signatures and stay dates depend on it.'
    if (Math.abs(ahead) > harmfulMs) return [fail(found, advice)]
    return [Math.abs(ahead) > noticeableMs ? warn(found, advice) : ok(found)]
  },
}
