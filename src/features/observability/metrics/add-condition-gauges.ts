import type { Services } from '../../../services.ts'
import { conditionGauges, createConditionReader } from '../conditions/condition-gauges.ts'
import type { PromClient } from './library.ts'

/** Adds the gauges that alarms rest on. Without the database they have no values, which alarms notice. */
export function addConditionGauges(
  library: PromClient,
  registers: InstanceType<PromClient['Registry']>[],
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): void {
  const figures = createConditionReader(services)
  for (const { name, help, labelNames, read } of conditionGauges) {
    void new library.Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        this.reset()
        const known = await figures()
        for (const { labels, value } of known === null ? [] : read(known)) this.set(labels, value)
      },
    })
  }
}
