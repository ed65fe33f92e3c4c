/**
 * Tests recommended prices in invented towns whose guests are known (`--rows`, 30 by default), then times the nightly
 * look in PostgreSQL.
 */
import type { Bench, Result } from './bench.ts'
import { townBacktests } from './pricing/backtests.ts'
import { cases } from './pricing/cases.ts'
import { calibration, measure, type Case, type Measured } from './pricing/measure.ts'
import { nightlyLook } from './pricing/nightly.ts'

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const shown = (ratio: number) => ratio.toFixed(3)

/** Every seventh night would always be the same weekday. */
const every = 5
const towns = (count: number, one: Case): Measured[] =>
  Array.from({ length: count }, (_, i) => measure(i + 1, { every, ...one }))

const ratios = (measured: readonly Measured[]) => {
  const of = (pick: (one: Measured) => number) => measured.map(pick)
  return {
    best: of(({ model, best }) => model / best),
    flat: of(({ model, flat }) => model / flat),
    rules: of(({ model, rules }) => model / rules),
    flatOfBest: of(({ flat, best }) => flat / best),
    rulesOfBest: of(({ rules, best }) => rules / best),
  }
}

function revenue(measured: readonly Measured[]): Result[] {
  const { best, flat, rules, flatOfBest, rulesOfBest } = ratios(measured)
  const count = measured.length
  return [
    {
      ...{
        label: 'revenue against the best of whoever knows the guests, average',
        ratio: mean(best),
        atLeast: 0.9,
      },
      detail: `${count} towns, least ${shown(Math.min(...best))}; ${best.filter((one) => one < 0.9).length} below 0.9; flat prices ${shown(mean(flatOfBest))}, seasons and weekends ${shown(mean(rulesOfBest))}`,
    },
    {
      ...{ label: 'revenue against flat prices, the worst town', ratio: Math.min(...flat), atLeast: 1 },
      detail: `average ${shown(mean(flat))}; chances are computed and not drawn, so there is no noise`,
    },
    {
      ...{
        label: 'revenue against prices by season and weekend, the worst town',
        ratio: Math.min(...rules),
        atLeast: 1,
      },
      detail: `average ${shown(mean(rules))}`,
    },
  ]
}

function calibrated(measured: readonly Measured[]): Result {
  const { error, bins } = calibration(measured.flatMap(({ chances }) => chances))
  return {
    ...{ label: 'bookingProbability, distance from the truth', ratio: error, atMost: 0.05 },
    detail: bins.map((bin) => `${bin.predicted.toFixed(2)} was ${bin.true.toFixed(2)}`).join(', '),
  }
}

function damaged(count: number): Result[] {
  return cases.flatMap(({ name, share, againstFlat, ...one }) => {
    const { best, flat } = ratios(towns(count, one))
    return [
      {
        ...{ label: `${name}: revenue against the best`, ratio: mean(best), atLeast: share },
        detail: `${count} towns, least ${shown(Math.min(...best))}`,
      },
      {
        ...{
          label: 'the same against flat prices, the worst town',
          ratio: Math.min(...flat),
          atLeast: againstFlat,
        },
        detail: `average ${shown(mean(flat))}`,
      },
    ]
  })
}

export const pricingBench: Bench = async (context) => {
  const count = Number(context.options.rows ?? 30)
  const measured = towns(count, {})
  context.show([...revenue(measured), calibrated(measured)])
  context.show(townBacktests(count))
  context.show(damaged(Math.max(10, Math.round(count / 4))))
  return nightlyLook(context)
}
