/** TanStack Virtual for Preact: which rows or columns of a long list are in view. */
import {
  elementScroll,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import { useLayoutEffect, useReducer, useState } from 'preact/hooks'
import { observeOffset } from './observe-offset.ts'

type Options = Pick<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  | 'count'
  | 'estimateSize'
  | 'getScrollElement'
  | 'horizontal'
  | 'overscan'
  | 'initialOffset'
  | 'scrollMargin'
  | 'scrollPaddingStart'
>

export function useVirtual(options: Options): Virtualizer<HTMLElement, HTMLElement> {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const resolved: VirtualizerOptions<HTMLElement, HTMLElement> = {
    observeElementRect,
    observeElementOffset: observeOffset,
    scrollToFn: elementScroll,
    ...options,
    onChange: () => render(undefined as never),
  }
  const [virtualizer] = useState(() => new Virtualizer(resolved))
  virtualizer.setOptions(resolved)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  return virtualizer
}
