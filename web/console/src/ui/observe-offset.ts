/** Where a long list is scrolled to, told to all that draw it at the same time. */
import type { Virtualizer } from '@tanstack/virtual-core'

type Scroller = Virtualizer<HTMLElement, HTMLElement>
type Report = (offset: number, isScrolling: boolean) => void

interface OffsetObserver {
  read: () => number
  report: Report
}

interface ObservedElement {
  observers: Set<OffsetObserver>
  stop: () => void
}

const restMs = 150
const observed = new Map<HTMLElement, ObservedElement>()

function observe(element: HTMLElement): ObservedElement {
  const observers = new Set<OffsetObserver>()
  let rest: ReturnType<typeof setTimeout> | undefined
  const reportAll = (isScrolling: boolean): void => {
    // A report draws, and an offset that is read after it would lay the page out once more.
    const offsets = [...observers].map(({ read, report }) => ({ offset: read(), report }))
    for (const { offset, report } of offsets) report(offset, isScrolling)
  }
  const onScroll = (): void => {
    clearTimeout(rest)
    rest = setTimeout(() => reportAll(false), restMs)
    reportAll(true)
  }
  element.addEventListener('scroll', onScroll, { passive: true })
  return {
    observers,
    stop() {
      clearTimeout(rest)
      element.removeEventListener('scroll', onScroll)
    },
  }
}

/** One listener for both axes of an element. */
export function observeOffset(
  { scrollElement, options }: Scroller,
  report: Report,
): (() => void) | undefined {
  if (scrollElement === null) return undefined
  const entry = observed.get(scrollElement) ?? observe(scrollElement)
  observed.set(scrollElement, entry)
  const read = () => (options.horizontal ? scrollElement.scrollLeft : scrollElement.scrollTop)
  const observer = { read, report }
  entry.observers.add(observer)
  return () => {
    entry.observers.delete(observer)
    if (entry.observers.size > 0) return
    entry.stop()
    observed.delete(scrollElement)
  }
}
