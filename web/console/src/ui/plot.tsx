/** A plot over days. The library is loaded when the first plot is shown; a table beside it says the same in words. */
import { useEffect, useRef } from 'preact/hooks'
import { shortDate } from '../format/dates.ts'
import { text } from '../text/text.ts'

interface Series {
  label: string
  values: readonly (number | null)[]
  isBad?: boolean
  /** Drawn back, behind what it is compared with. */
  isSoft?: boolean
}

interface PlotProps {
  label: string
  days: readonly string[]
  series: readonly Series[]
}

const height = 240
const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

export function Plot({ label, days, series }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || days.length === 0) return
    let isGone = false
    let remove = () => {}
    void Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([{ default: UPlot }]) => {
      if (isGone) return
      const seconds = days.map((day) => Date.parse(`${day}T12:00:00Z`) / 1000)
      const thin = { stroke: colour('--line'), width: 1 }
      const axis = { stroke: colour('--soft'), grid: thin, ticks: thin }
      const plot = new UPlot(
        {
          width: element.clientWidth,
          height,
          scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most)] } },
          series: [
            {
              label: text('plot.day'),
              value: (_plot, at) => (at == null ? '–' : shortDate(new Date(at * 1000).toISOString())),
            },
            ...series.map(({ label: name, isBad, isSoft }) => ({
              label: name,
              stroke: colour(isBad === true ? '--bad' : isSoft === true ? '--edge' : '--accent'),
              width: 2,
              points: { show: false },
            })),
          ],
          axes: [
            {
              ...axis,
              values: (_plot, ticks) => ticks.map((at) => shortDate(new Date(at * 1000).toISOString())),
            },
            axis,
          ],
        },
        [seconds, ...series.map(({ values }) => [...values])],
        element,
      )
      const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
      observer.observe(element)
      remove = () => {
        observer.disconnect()
        plot.destroy()
      }
    })
    return () => {
      isGone = true
      remove()
    }
  }, [days.join(), series.map(({ values }) => values.join()).join(';')])
  return <div ref={place} class="plot" role="img" aria-label={label} />
}
