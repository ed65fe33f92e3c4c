/**
 * Loaded into the server of a drill before anything else: names that lead where nobody may be sent. Any other name leads nowhere,
 * so that a drill reaches nobody outside of this machine.
 */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

const answers: Record<string, string[]> = {
  'loopback.drill.example': ['127.0.0.1'],
  'loopback6.drill.example': ['::1'],
  'mapped.drill.example': ['::ffff:127.0.0.1'],
  'inside.drill.example': ['10.0.0.5'],
  'metadata.drill.example': ['169.254.169.254'],
  'mixed.drill.example': ['93.184.216.34', '127.0.0.1'],
}

const system = dns.promises.lookup
const lookup = (host: string, options: object) => {
  const known = answers[host.toLowerCase().replace(/\.$/, '')]
  if (host.toLowerCase().startsWith('localhost')) return system(host, options)
  if (!known) return Promise.reject(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }))
  return Promise.resolve(known.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
}
Object.assign(dns.promises, { lookup })
syncBuiltinESMExports()
