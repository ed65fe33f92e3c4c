/** Shows progress on stderr: a bar on a terminal, elsewhere a line every ten seconds. */
import { Presets, SingleBar } from 'cli-progress'
import { paint, printAside } from './print.ts'

const barWidth = 30
const lineEveryMs = 10_000

export interface ShownProgress {
  /** Advances by so much; `label` names the current work. */
  advance(by: number, label: string): void
  /** Prints lasting lines above the bar. */
  above(write: () => void): void
  end(): void
}

/** `total` has the unit of `advance`, such as bytes. */
export const showProgress = (total: number): ShownProgress =>
  process.stderr.isTTY ? bar(Math.max(1, total)) : lines(Math.max(1, total))

function bar(total: number): ShownProgress {
  const shown = new SingleBar(
    {
      format: `${paint('green', '{bar}', process.stderr)} {percentage} %  {label}`,
      barsize: barWidth,
      stream: process.stderr,
      clearOnComplete: true,
      // Settings switched off here would stay so after Ctrl-C, and a signal handler would keep the command running.
      ...{ hideCursor: false, linewrap: true, gracefulExit: false },
    },
    Presets.shades_classic,
  )
  let [done, label] = [0, '']
  shown.start(total, 0, { label })
  return {
    advance(by, newLabel) {
      done = Math.min(total, done + by)
      label = newLabel
      shown.update(done, { label })
    },
    above(write) {
      shown.stop()
      write()
      shown.start(total, done, { label })
    },
    end: () => shown.stop(),
  }
}

function lines(total: number): ShownProgress {
  let done = 0
  let shownAt = Date.now()
  return {
    advance(by, label) {
      done = Math.min(total, done + by)
      if (Date.now() - shownAt < lineEveryMs) return
      shownAt = Date.now()
      printAside(`${Math.floor((done / total) * 100)} %  ${label}`)
    },
    above: (write) => write(),
    end() {},
  }
}
