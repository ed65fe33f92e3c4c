/** Opens Prometheus metrics; without either setting nothing is loaded or counted. */
import type { Services } from '../../../services.ts'
import { loadPromClient } from './library.ts'
import { createMetrics, type Metrics } from './metrics.ts'

export async function openMetrics(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'pool' | 'vitals'>,
): Promise<Metrics | null> {
  const { metricsPort, metricsToken } = services.config
  if (metricsPort === undefined && metricsToken === undefined) return null
  return createMetrics(await loadPromClient(), services)
}
