import type { Services } from '../../../services.ts'
import { conditionGauges } from '../conditions/condition-gauges.ts'
import { conditionReader } from '../conditions/condition-reader.ts'
import type { PromClient } from './library.ts'

/** Adds the gauges that alarms rest on. One whose source fails has no value, which alarms notice. */
export function addConditionGauges(
  library: PromClient,
  registers: InstanceType<PromClient['Registry']>[],
  services: Pick<Services, 'db' | 'clock' | 'config' | 'pool' | 'vitals'>,
): void {
  const readReport = conditionReader(services)
  for (const { name, help, labelNames, read } of conditionGauges) {
    void new library.Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const { figures } = await readReport()
        this.reset()
        // The library sets a gauge without labels to 0, which would say that all is well.
        if (labelNames.length === 0) this.remove()
        for (const { labels, value } of read(figures)) this.set(labels, value)
      },
    })
  }
}
