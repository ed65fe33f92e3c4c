/**
 * Loaded before the server: its wall clock can be set by a message to the process, as somebody sets the clock of a machine. How long
 * something takes is measured as ever.
 */
const RealDate = Date
let aheadMs = 0

class MovedDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + aheadMs] : given) as [number]))
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
}

globalThis.Date = MovedDate as DateConstructor
process.on('message', (message: { aheadMs: number }) => {
  ;({ aheadMs } = message)
  process.send?.('set')
})
// The parent's line alone keeps no server running.
process.channel?.unref()
