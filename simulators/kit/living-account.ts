import type { SimulatorClock } from './clock.ts'
import type { SimulatorTools } from './definition.ts'
import { LateGuests } from './late-guests.ts'
import type { SeededRandom } from './random.ts'

/** An account in which something happens after it was seeded. */
export abstract class LivingAccount<Store, Webhooks, Stay extends object> {
  readonly store: Store
  /** For what is made up as time goes by, such as ids. */
  readonly random: SeededRandom
  readonly lateGuests: LateGuests<Stay>
  protected readonly webhooks: Webhooks
  readonly #clock: SimulatorClock

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.webhooks = webhooks
    this.random = tools.random.fork('account')
    this.lateGuests = new LateGuests(tools, (stay) => void this.apply(stay, {}))
    this.#clock = tools.clock
  }

  /** A change, already checked: what was held back of the guest comes with it, and the webhooks are told. */
  abstract apply(stay: Stay, fields: Partial<Stay>): Stay

  nowMs(): number {
    return this.#clock.nowMs()
  }

  today(): string {
    return this.#clock.today()
  }
}
