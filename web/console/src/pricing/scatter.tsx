/** Homes by what a night costs and how far away they are; a table beside it says the same in words. */
import { count } from '../format/money.ts'
import { text } from '../text/text.ts'

export interface ScatterPoint {
  key: string
  name: string
  distanceKm: number
  rate: number
  isOwn: boolean
}

const width = 640
const height = 260
const side = 66
const foot = 44
/** Half of the last label stands right of the axis. */
const right = 30
const ticks = 4

/** A round number that is at least as large. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6)))
  const steps = [1, 2, 2.5, 5, 10]
  return power * (steps.find((step) => step * power >= value) ?? 10)
}

export function Scatter({ points, label }: { points: readonly ScatterPoint[]; label: string }) {
  const far = roundUp(Math.max(0.1, ...points.map(({ distanceKm }) => distanceKm)))
  const dear = roundUp(Math.max(1, ...points.map(({ rate }) => rate)))
  const x = (distanceKm: number) => side + (distanceKm / far) * (width - side - right)
  const y = (rate: number) => height - foot - (rate / dear) * (height - foot - 12)
  const marks = Array.from({ length: ticks + 1 }, (_, index) => index / ticks)
  return (
    <div class="plot scatter">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {marks.map((share) => (
          <g key={share}>
            <line class="grid" x1={side} x2={width - right} y1={y(share * dear)} y2={y(share * dear)} />
            <text x={side - 6} y={y(share * dear) + 4} text-anchor="end">
              {count(share * dear)}
            </text>
            <text x={x(share * far)} y={height - foot + 30} text-anchor="middle">
              {text('price.km', { km: count(Math.round(share * far * 100) / 100) })}
            </text>
          </g>
        ))}
        {points.map(({ key, name, distanceKm, rate, isOwn }) => (
          <circle
            key={key}
            class={isOwn ? 'own' : 'other'}
            cx={x(distanceKm)}
            cy={y(rate)}
            r={isOwn ? 7 : 4.5}
          >
            <title>{`${name}: ${count(rate)}`}</title>
          </circle>
        ))}
      </svg>
    </div>
  )
}
