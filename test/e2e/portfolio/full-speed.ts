/**
 * Loaded before the server's own code: removes vendors' limits, which would make the import take hours. Simulators of
 * other tests enforce them.
 */
import { connectors } from '../../../src/connectors/index.ts'

const rateLimits = [{ per: 'account' as const, calls: 10_000, windowSeconds: 1 }]
const timeoutMs = Number(process.env.VENDOR_TIMEOUT_MS)

for (const { manifest } of Object.values(connectors)) Object.assign(manifest, { rateLimits, timeoutMs })
