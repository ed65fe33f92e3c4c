/** Computes the expected revenue of prices in the second year exactly, since all chances are known. */
import { leadSteps, lookers, sharesOf, takers, type Home, type Night, type Town } from './town.ts'

export type Policy = (home: Home, night: Night, lead: number) => number

/** For one night; `price` gives the price at each step. */
export function nightRevenue(town: Town, home: Home, night: Night, price: (lead: number) => number): number {
  const [all, shares] = [lookers(town, home, night), sharesOf(town, night)]
  let [open, revenue] = [1, 0]
  leadSteps.forEach((lead, i) => {
    const asked = price(lead)
    const taken = open * (1 - Math.exp(-all * (shares[i] as number) * takers(town, home, night, asked)))
    revenue += taken * asked
    open -= taken
  })
  return revenue
}

/** The chance that the night is sold from `lead` on at one price. */
export function chanceFrom(town: Town, home: Home, night: Night, lead: number, price: number): number {
  const shares = sharesOf(town, night)
  const left = leadSteps.reduce((sum, step, i) => (step <= lead ? sum + (shares[i] as number) : sum), 0)
  return 1 - Math.exp(-lookers(town, home, night) * left * takers(town, home, night, price))
}

const grid = Array.from({ length: 90 }, (_, i) => 0.3 + i * 0.04)

/** The most that a seller who knows the guests can earn, computed backwards from the night itself. */
export function bestRevenue(town: Town, home: Home, night: Night): number {
  const [all, shares] = [lookers(town, home, night), sharesOf(town, night)]
  const acceptance = grid.map((relative) => takers(town, home, night, relative * home.price))
  let kept = 0
  for (let i = leadSteps.length - 1; i >= 0; i -= 1) {
    let best = kept
    for (let g = 0; g < grid.length; g += 1) {
      const taken = 1 - Math.exp(-all * (shares[i] as number) * (acceptance[g] as number))
      best = Math.max(best, taken * (grid[g] as number) * home.price + (1 - taken) * kept)
    }
    kept = best
  }
  return kept
}
