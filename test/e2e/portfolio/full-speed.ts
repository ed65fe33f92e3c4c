/**
 * Loaded into the server before its own code: vendors' limits are kept in the simulators of other tests, here they would make
 * hours of an import. All else is as it is served.
 */
import { connectors } from '../../../src/connectors/index.ts'

const rateLimits = [{ per: 'account' as const, calls: 10_000, windowSeconds: 1 }]
const timeoutMs = Number(process.env.VENDOR_TIMEOUT_MS)

for (const { manifest } of Object.values(connectors)) Object.assign(manifest, { rateLimits, timeoutMs })
