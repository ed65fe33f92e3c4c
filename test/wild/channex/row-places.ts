import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ data$/, / meta($|\.)/],
  essential: [/ data(\[\])?\.id$/],
}
